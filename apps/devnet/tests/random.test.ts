import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accounts, alice, bob, carol, dan } from "../accounts.ts";
import type { NewBlock } from "../chain/block.ts";
import { FEE_RECIPIENT } from "../chain/execution.ts";
import { readAcceptedTransaction } from "../chain/transaction.ts";
import { type Devnet, startDevnet } from "../devnet.ts";
import { accountOf, deployTestContract, get, makeFolder, send } from "./fixture.ts";
import { type ObserverStub, startObserverStub } from "./observer-stub.ts";

const people = [alice, bob, carol, dan];
const calls = [
  { functionName: "count", args: [] },
  { functionName: "count-and-err", args: [] },
  { functionName: "count-and-divide", args: [Cl.uint(0)] },
  { functionName: "pay", args: [Cl.uint(3), Cl.principal(bob.address)] },
];

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("send"), who: fc.nat(3), what: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("mine") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("burn") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fork"),
      back: fc.integer({ min: 1, max: 4 }),
      blocks: fc.nat(2),
      transactions: fc.constantFrom("return", "drop"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart") }) },
);
type Step = {
  do: string;
  who?: number;
  what?: number;
  back?: number;
  blocks?: number;
  transactions?: "return" | "drop";
};

/** The branch that ends in the last posted block, by its parents. */
function branchOf(posted: readonly NewBlock[]): NewBlock[] {
  const byHash = new Map(posted.map((block) => [block.index_block_hash, block]));
  const branch: NewBlock[] = [];
  for (
    let block = posted.at(-1);
    block !== undefined;
    block = byHash.get(block.parent_index_block_hash)
  ) {
    branch.unshift(block);
  }
  return branch;
}

async function expectConsistent(
  devnet: Devnet,
  observer: ObserverStub,
  contract: string,
): Promise<void> {
  devnet.mine();
  await devnet.observersCaughtUp();
  const branch = branchOf(observer.accepted);
  expect(branch.map(({ block_height }) => block_height)).toEqual(
    Array.from({ length: devnet.tip.block_height }, (_, index) => index + 1),
  );
  const mined = branch.flatMap(({ transactions }) => transactions);
  expect(new Set(mined.map(({ txid }) => txid)).size).toBe(mined.length);

  const [address, name] = contract.split(".");
  const { body } = await get(devnet, `/v2/data_var/${address}/${name}/counter`);
  const counted = branch
    .flatMap(({ events }) => events)
    .filter(({ type, committed }) => type === "contract_event" && committed).length;
  expect(body).toEqual({ data: `0x${Cl.serialize(Cl.uint(counted))}` });

  let total = (await accountOf(devnet, FEE_RECIPIENT)).balance;
  for (const account of accounts) {
    const { balance, nonce } = await accountOf(devnet, account.address);
    total += balance;
    const sent = mined.filter(
      ({ raw_tx }) => readAcceptedTransaction(raw_tx).sender === account.address,
    );
    expect(sent).toHaveLength(nonce);
  }
  expect(total).toBe(BigInt(accounts.length) * 100_000_000_000_000n);
}

/** @param lowest the lowest height that a fork leaves as the tip */
async function takeStep(
  devnet: Devnet,
  contract: `${string}.${string}`,
  lowest: number,
  step: Step,
): Promise<void> {
  const { who = 0, what = 0, back = 1, blocks = 1, transactions = "return" } = step;
  const depth = devnet.tip.block_height - lowest;
  if (step.do === "send") {
    const call = calls[what] ?? { functionName: "count", args: [] };
    await send(devnet, people[who] ?? alice, { contract, ...call });
  } else if (step.do === "mine") devnet.mine();
  else if (step.do === "burn") devnet.mineBurnBlock();
  else if (step.do === "fork" && depth > 0) {
    devnet.fork({ back: Math.min(back, depth), blocks, transactions });
  }
}

test("keeps state, blocks and balances consistent over random transactions, forks and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 24 }), async (steps: Step[]) => {
      await using folder = await makeFolder();
      await using observer = await startObserverStub();
      const options = {
        dataFolder: folder.path,
        blockMs: "manual",
        observers: [observer.url],
      } as const;
      let devnet = await startDevnet(options);
      try {
        const contract = await deployTestContract(devnet);
        const lowest = devnet.tip.block_height;
        for (const step of steps) {
          await takeStep(devnet, contract, lowest, step);
          if (step.do === "restart") {
            const { tip } = devnet;
            await devnet.close();
            devnet = await startDevnet(options);
            expect(devnet.tip).toEqual(tip);
          }
        }
        await expectConsistent(devnet, observer, contract);
      } finally {
        await devnet.close();
      }
    }),
    { numRuns: 8 },
  );
}, 180_000);
