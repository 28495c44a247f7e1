import {
  alice,
  bob,
  carol,
  clarityuniverse,
  type DevnetAccount,
  dan,
  watcher,
} from "@colonnade/devnet/accounts.ts";
import type { Devnet } from "@colonnade/devnet/devnet.ts";
import { lastId } from "@colonnade/devnet/tests/endorsing.ts";
import {
  broadcast,
  type CallOptions,
  makeCall,
  makeSponsoredCall,
  networkOf,
  send,
} from "@colonnade/devnet/tests/fixture.ts";
import { Cl, type ClarityValue, makeSTXTokenTransfer } from "@stacks/transactions";
import { z } from "zod";

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const people = [alice, bob, carol, dan];
const FEE = 3_000;

const registration = ({ name }: DevnetAccount): CallOptions => ({
  functionName: "register-profile",
  args: [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8(name),
    Cl.none(),
    Cl.stringAscii("ipfs://image"),
  ],
});

const wordsOf = (title: string) => [
  Cl.stringUtf8(title),
  Cl.uint(1),
  Cl.stringUtf8("Read four thousand lines in a weekend."),
  Cl.stringAscii("ipfs://image"),
];

const submission = (sender: DevnetAccount, receiver: ClarityValue): CallOptions => ({
  functionName: "submit-endorsement",
  args: [Cl.principal(sender.address), receiver, ...wordsOf("Found the bug"), Cl.none()],
});

/** What happens to a pending or approved endorsement. It may move assets that no post-condition covers. */
const sequels = ["edit", "approve", "burn", "withdraw"] as const;

function sequel(what: (typeof sequels)[number], id: ClarityValue): CallOptions {
  const rest = {
    edit: wordsOf("Found both bugs"),
    approve: [],
    burn: [],
    withdraw: [Cl.some(Cl.stringUtf8("It was another bug"))],
  };
  const functionName = `${what}-endorsement`;
  return { functionName, args: [id, ...rest[what]], postConditionMode: "allow" };
}

interface RandomChainOptions {
  devnet: Devnet;
  /** The contract whose functions end in every way. */
  contract: `${string}.${string}`;
  /** A contract whose function `speak` calls the protocol thirty times. */
  robot: `${string}.${string}`;
  /** How many blocks are mined, orphaned ones included. */
  blocks: number;
  random: () => number;
}

/**
 * Mines blocks with random transactions, and forks of each depth from 1 to 20 among the first three quarters. At the
 * end one endorsement is edited, approved and withdrawn, and another one rejected.
 */
export async function mineRandomly({
  devnet,
  contract,
  robot,
  blocks,
  random,
}: RandomChainOptions): Promise<void> {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error("There is nothing to pick");
    return item;
  };
  const depths = Array.from({ length: 20 }, (_, index) => index + 1);
  const lowest = devnet.tip.block_height;
  let badges = 0;
  let submissions = 0;

  function anyCall(sender: DevnetAccount): CallOptions {
    badges += 1;
    const badge = Cl.uint(1 + below(badges));
    const to = Cl.principal(pick(people).address);
    const endorsement = Cl.uint(1 + below(submissions + 1));
    const call = pick<CallOptions>([
      { contract, functionName: "count", args: [] },
      { contract, functionName: "count-and-err", args: [] },
      { contract, functionName: "count-and-divide", args: [Cl.uint(0)] },
      { contract, functionName: "mint-badge", args: [Cl.uint(badges)] },
      { contract, functionName: "burn-badge", args: [badge], postConditionMode: "allow" },
      { contract, functionName: "send-badge", args: [badge, to], postConditionMode: "allow" },
      // Deny mode, and the movement is not covered: aborted by post-condition.
      { contract, functionName: "pay", args: [Cl.uint(3), to] },
      { contract, functionName: "pay", args: [Cl.uint(3), to], postConditionMode: "allow" },
      { contract, functionName: "mint-coin", args: [Cl.uint(5)] },
      { contract, functionName: "send-coin", args: [Cl.uint(2), to], postConditionMode: "allow" },
      ...Array.from({ length: 4 }, () => ({ contract: robot, functionName: "speak", args: [] })),
      { functionName: "update-statement", args: [Cl.stringUtf8(`Word “${badges}” 🏛`)] },
      registration(sender),
      submission(sender, to),
      ...sequels.map((what) => sequel(what, endorsement)),
    ]);
    if (call.functionName === "submit-endorsement") submissions += 1;
    return call;
  }

  async function sendAny(sender: DevnetAccount): Promise<void> {
    const nonce = await nextNonce(devnet, sender);
    const others = people.filter(({ address }) => address !== sender.address);
    if (below(6) > 0) {
      const call = { ...anyCall(sender), nonce, fee: FEE };
      const sponsor = below(5) === 0 ? pick(others) : undefined;
      const transaction =
        sponsor === undefined
          ? await makeCall(devnet, sender, call)
          : await makeSponsoredCall(devnet, sender, await sponsorOf(devnet, sponsor), call);
      await broadcast(devnet, transaction);
      return;
    }
    const transfer = await makeSTXTokenTransfer({
      recipient: pick(others).address,
      amount: 1 + below(100),
      memo: pick(["", "thanks", "für dich"]),
      senderKey: sender.privateKey,
      network: networkOf(devnet),
      nonce,
      fee: FEE,
    });
    await broadcast(devnet, transfer);
  }

  /** Mines on the tip, or on an earlier block. @returns how many blocks */
  function mineAny(isEarly: boolean): number {
    const depth = isEarly && below(3) === 0 ? pick(depths) : 0;
    if (depth > 0 && devnet.tip.block_height - lowest >= depth) {
      depths.splice(depths.indexOf(depth), 1);
      // A real node follows the higher branch only.
      return devnet.fork({ back: depth, blocks: depth + 1 }).length;
    }
    if (below(20) === 0) devnet.mineBurnBlock();
    else devnet.mine();
    return 1;
  }

  for (let mined = 0; mined < blocks; ) {
    for (let sent = below(2); sent > 0; sent -= 1) await sendAny(pick(people));
    mined += mineAny(depths.length > 0 && mined < (blocks * 3) / 4);
  }
  // A Bitcoin block takes no transactions. Mines those that wait, which only the devnet knows.
  devnet.mine();
  if (depths.length > 0) throw new Error(`No fork of ${depths.join(", ")} blocks was made`);
  await mineLogs(devnet, contract);
  await mineEndorsements(devnet);
}

/** Mines five logs of the test contract. Random calls may leave fewer than some pages of them. */
async function mineLogs(devnet: Devnet, contract: RandomChainOptions["contract"]): Promise<void> {
  for (let logs = 0; logs < 5; logs += 1) {
    await send(devnet, alice, { contract, functionName: "count", args: [] });
    devnet.mine();
  }
}

/** Mines an endorsement that is edited, approved and withdrawn, and one that is rejected. */
async function mineEndorsements(devnet: Devnet): Promise<void> {
  // They have no part in the random chain, so nothing else waits between them.
  const [sender, receiver] = [clarityuniverse, watcher];
  for (const person of [sender, receiver]) await send(devnet, person, registration(person));
  devnet.mine();
  const submitted = submission(sender, Cl.principal(receiver.address));
  for (const call of [submitted, submitted]) await send(devnet, sender, call);
  devnet.mine();
  const last = await lastId(devnet);
  const [first, second] = [Cl.uint(last - 1), Cl.uint(last)];
  for (const [person, call] of [
    [sender, sequel("edit", first)],
    [receiver, sequel("approve", first)],
    [receiver, sequel("burn", second)],
    [sender, sequel("withdraw", first)],
  ] as const) {
    await send(devnet, person, call);
    devnet.mine();
  }
}

/** The account with its next nonce, counting waiting transactions. */
export async function sponsorOf(devnet: Devnet, { privateKey, address }: DevnetAccount) {
  return { privateKey, nonce: await nextNonce(devnet, { address }) };
}

export async function nextNonce(devnet: Devnet, { address }: { address: string }): Promise<number> {
  const response = await fetch(`${devnet.url}/extended/v1/address/${address}/nonces`);
  return z.object({ possible_next_nonce: z.int() }).parse(await response.json())
    .possible_next_nonce;
}
