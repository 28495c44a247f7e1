import { alice, bob } from "@colonnade/devnet/accounts.ts";
import {
  broadcast,
  type CallOptions,
  deployTestContract,
  networkOf,
  send,
  startTestDevnet,
} from "@colonnade/devnet/tests/fixture.ts";
import { startObserverStub } from "@colonnade/devnet/tests/observer-stub.ts";
import { Cl, makeSTXTokenTransfer } from "@stacks/transactions";
import { beforeAll, describe, expect, it } from "vitest";
import { sendContract } from "../apps/service/tests/support/wallet.ts";
import { type FieldTypes, typesOf } from "./field-types.ts";
import { peersFolder } from "./folder.ts";
import { readRecording } from "./recording.ts";

/** What a node of today posted. */
const TODAY = "fuzzed-transactions-1";
/** What older nodes posted. They have events and values that the newest recording lacks. */
const OLDER = ["epoch-3-transition", "mainnet-block0", "mainnet-reorg-scenario1"];

/** Fields that only the recordings have. apps/devnet/README.md says why. */
const onlyRecorded = [
  // The boot block, below the devnet's first block.
  "/new_block.block_time null",
  "/new_block.signer_bitvec null",
  // Nobody stacks or mines for a reward.
  "/new_block.events[].stx_lock_event",
  "/new_burn_block.reward_recipients[]",
  "/new_burn_block.reward_slot_holders[]",
  // The VM tells a value, not its declared type.
  "value.Tuple.type_signature",
];

/** What only the devnet posts, because no recording has such a transaction. */
const onlyOurs = [
  // Older nodes called it `contract_abi`, and a recording of today has no deployed contract.
  "/new_block.transactions[].contract_interface object",
  "/drop_mempool_tx.new_txid string",
  "/new_block.events[].ft_",
  "/new_block.events[].nft_",
  "value.Bool",
  "value.Int",
  "value.Optional.data null",
  "value.Principal.Contract",
  "value.Sequence.List",
  "value.Sequence.String.UTF8",
];

/** Prints a value of each type. @param contract to name in it */
const printerOf = (contract: string) => `
(define-private (answer) (if (> stacks-block-height u0) (ok { id: u1 }) (err u1)))
(define-public (speak)
  (begin
    (print { int: -1, flag: true, some: (some { id: u1 }), list: (list u1), text: u"Word" })
    (print { contract: '${contract} })
    (print { answer: (answer) })
    (ok true)))`;

/** Lines of a field and a type that none of the others has. */
function missingFrom(
  others: readonly FieldTypes[],
  fields: FieldTypes,
  allowed: readonly string[],
): string[] {
  return [...fields]
    .flatMap(([path, types]) => [...types].map((type) => ({ path, type })))
    .filter(({ path, type }) => !others.some((other) => other.get(path)?.has(type)))
    .map(({ path, type }) => `${path} ${type}`)
    .filter((line) => !allowed.some((start) => line.startsWith(start)));
}

function fieldsOf(posts: readonly { path: string; json: unknown }[]): FieldTypes {
  const fields: FieldTypes = new Map();
  for (const { path, json } of posts) typesOf(json, path, fields);
  return fields;
}

async function readFields(...names: string[]): Promise<FieldTypes> {
  const posts = (await Promise.all(names.map(readRecording))).flat();
  return fieldsOf(posts.map(({ path, body }) => ({ path, json: JSON.parse(body) })));
}

/** The fields of events and values that older nodes posted. */
async function readOlder(): Promise<FieldTypes> {
  const fields = [...(await readFields(...OLDER))];
  return new Map(fields.filter(([path]) => /^(value|\/new_block\.events)/.test(path)));
}

/** Has a devnet post everything that it can. @returns the fields */
async function readOurs(): Promise<FieldTypes> {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  const contract = await deployTestContract(devnet);
  const to = Cl.principal(bob.address);
  const badge = Cl.uint(1);
  const free = { contract, postConditionMode: "allow" } as const;
  const calls: CallOptions[] = [
    { ...free, functionName: "count", args: [] },
    { ...free, functionName: "count-and-err", args: [] },
    { ...free, functionName: "count-and-divide", args: [Cl.uint(0)] },
    { contract, functionName: "pay", args: [Cl.uint(3), to] },
    { ...free, functionName: "pay", args: [Cl.uint(3), to] },
    { ...free, functionName: "mint-badge", args: [badge] },
    { ...free, functionName: "send-badge", args: [badge, to] },
    { ...free, functionName: "mint-coin", args: [Cl.uint(5)] },
    { ...free, functionName: "send-coin", args: [Cl.uint(2), to] },
    {
      functionName: "register-profile",
      args: [
        Cl.bufferFromUtf8("btc"),
        Cl.bufferFromUtf8("alice"),
        Cl.none(),
        Cl.stringAscii("ipfs://image"),
      ],
    },
    { functionName: "update-statement", args: [Cl.stringUtf8("Word “1” 🏛")] },
  ];
  for (const call of calls) {
    await send(devnet, alice, call);
    devnet.mine();
  }
  await sendContract(devnet.url, alice, "printer", printerOf(contract));
  devnet.mine();
  await send(devnet, alice, {
    contract: `${alice.address}.printer`,
    functionName: "speak",
    args: [],
  });
  devnet.mine();
  const transfer = { recipient: alice.address, senderKey: bob.privateKey, fee: 3_000 };
  const network = networkOf(devnet);
  await broadcast(
    devnet,
    await makeSTXTokenTransfer({ ...transfer, network, amount: 1, memo: "thanks" }),
  );
  devnet.mine();
  // Replaced by a higher fee, and dropped.
  const count = { ...free, functionName: "count", args: [], nonce: calls.length + 2 };
  await send(devnet, alice, { ...count, fee: 3_000 });
  devnet.drop(await send(devnet, alice, { ...count, fee: 4_000 }), "dropped_problematic");
  devnet.mineBurnBlock();
  devnet.mine();
  await devnet.observersCaughtUp();
  return fieldsOf(observer.all.map(({ path, body }) => ({ path, json: body })));
}

describe.skipIf(peersFolder === undefined)("The fields that our devnet posts", () => {
  let ours: FieldTypes;
  /** Of a node of today. */
  let today: FieldTypes;
  let older: FieldTypes;

  beforeAll(async () => {
    today = await readFields(TODAY);
    older = await readOlder();
    ours = await readOurs();
  });

  it("are all that a node of today posts, each with the same types", () => {
    expect(missingFrom([ours], today, onlyRecorded)).toEqual([]);
  });

  it("are those of older nodes in their events and values", () => {
    expect(missingFrom([ours], older, onlyRecorded)).toEqual([]);
  });

  it("are each posted by some node, too", () => {
    expect(missingFrom([today, older], ours, onlyOurs)).toEqual([]);
  });

  it("differ in each way that is listed", () => {
    const lines = [today, older].flatMap((fields) => missingFrom([ours], fields, []));
    const more = missingFrom([today, older], ours, []);
    const isMet = (all: string[]) => (start: string) => all.some((line) => line.startsWith(start));
    expect(onlyRecorded.filter((start) => !isMet(lines)(start))).toEqual([]);
    expect(onlyOurs.filter((start) => !isMet(more)(start))).toEqual([]);
  });
});
