import { expect, test } from "vitest";
import { PROTOCOL, startChain } from "./chain.ts";
import { COST_MEASURES, measureCosts } from "./costs.ts";

test("the most expensive call of every function costs less than 1 % of a block", async () => {
  const costs = await measureCosts();
  for (const { cost, limit } of costs) {
    for (const measure of COST_MEASURES) expect(cost[measure]).toBeLessThan(limit[measure] / 100);
  }
  const chain = await startChain();
  const methods = chain.simnet
    .getContractsInterfaces()
    .get(PROTOCOL)
    ?.functions.filter(({ access }) => access === "public")
    .map(({ name }) => name);
  expect(costs.map(({ method }) => method)).toEqual(expect.arrayContaining(methods ?? []));
});
