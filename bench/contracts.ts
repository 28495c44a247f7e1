import { COST_MEASURES, measureCosts } from "@colonnade/contracts/tests/costs.ts";

const HEADINGS = {
  runtime: "runtime",
  readCount: "reads",
  readLength: "read length",
  writeCount: "writes",
  writeLength: "write length",
} as const;

/**
 * Prints what the costliest call of each public function takes of a block, measure by measure: the
 * cost itself and its share of the limit, and how many such calls fill a block.
 */
export async function main(): Promise<void> {
  const rows = (await measureCosts()).map(({ method, cost, limit }) => {
    const shares = COST_MEASURES.map((measure) => cost[measure] / limit[measure]);
    const cells = COST_MEASURES.map(
      (measure, index) => `${cost[measure]} ${percent(shares[index] ?? 0)}`,
    );
    return [method, ...cells, String(Math.floor(1 / Math.max(...shares)))];
  });
  const headings = [
    "costliest call",
    ...COST_MEASURES.map((measure) => HEADINGS[measure]),
    "calls a block",
  ];
  console.log("Contracts: cost of a call, and its share of a block's limit");
  for (const line of align([headings, ...rows])) console.log(line);
  console.log("register-profile asks the stand-in for BNS-V2; the real one is longer to read.");
}

function percent(share: number): string {
  return `(${(share * 100).toFixed(3)}%)`.padStart(9);
}

/** The rows as lines, with the first column to the left and the others to the right. */
function align(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  "),
  );
}

if (import.meta.main) await main();
