import { COST_MEASURES, measureCosts } from "@colonnade/contracts/tests/costs.ts";
import { align } from "./rows.ts";

const HEADINGS = {
  runtime: "runtime",
  readCount: "reads",
  readLength: "read length",
  writeCount: "writes",
  writeLength: "write length",
} as const;

/** Prints the cost of each public function's costliest call, its share of a block's limits, and how many fill one. */
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
  console.log(
    "register-profile calls the stand-in for BNS-V2. The real contract is longer to read.",
  );
}

function percent(share: number): string {
  return `(${(share * 100).toFixed(3)}%)`.padStart(9);
}

if (import.meta.main) await main();
