import { COST_MEASURES, measureCosts } from "@colonnade/contracts/tests/costs.ts";
import { align } from "./table.ts";

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

if (import.meta.main) await main();
