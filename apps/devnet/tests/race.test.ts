import { willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import { Cl, Pc } from "@stacks/transactions";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { alice, bob } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  approval,
  digestOf,
  edit,
  found,
  lastId,
  OTHER_WORDS,
  pendingOwner,
  register,
  rejection,
  statusOfEndorsement,
  submission,
  WORDS,
} from "./endorsing.ts";
import { accountOf, ENDORSEMENT, PROTOCOL, send, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startTestDevnet();
  for (const account of [alice, bob]) await register(devnet, account);
  devnet.mine();
});
/** Only three endorsements of Alice may wait for Bob, so each test ends with none. */
afterEach(async () => {
  const last = await lastId(devnet);
  for (let id = 1; id <= last; id += 1) {
    if ((await statusOfEndorsement(devnet, id)) !== "pending") continue;
    const args = [Cl.uint(id)];
    const postConditionMode = "allow";
    await send(devnet, bob, { functionName: "burn-endorsement", args, postConditionMode });
  }
  devnet.mine();
});
afterAll(() => devnet.close());

async function submit(words = WORDS): Promise<number> {
  await send(devnet, alice, submission(words));
  devnet.mine();
  return lastId(devnet);
}

const approve = (id: number, digest = digestOf(WORDS)) => send(devnet, bob, approval(id, digest));
const change = (id: number) => send(devnet, alice, edit(id, digestOf(WORDS)));

test("aborts an approval when the author's words changed after the page was shown", async () => {
  const id = await submit();
  const edited = await change(id);
  const approval = await approve(id);
  const before = await accountOf(devnet, bob.address);

  const block = devnet.mine();

  expect(block.transactions).toMatchObject([
    { txid: edited, status: "success" },
    { txid: approval, status: "abort_by_post_condition" },
  ]);
  expect(await pendingOwner(devnet, id, digestOf(OTHER_WORDS))).toEqual(
    Cl.some(Cl.principal(bob.address)),
  );
  expect(await accountOf(devnet, bob.address)).toMatchObject({ nonce: before.nonce + 1 });

  const second = await approve(id, digestOf(OTHER_WORDS));
  expect(devnet.mine().transactions).toMatchObject([{ txid: second, status: "success" }]);
});

test("aborts an approval when a fork gave the endorsement's id to other words", async () => {
  const id = await submit();
  const approval = await approve(id);
  // The fork drops both. Another endorsement takes the id, and the same signed approval comes again.
  const [signed] = devnet.mine().transactions;
  devnet.fork({ back: 2, blocks: 1, transactions: "drop" });
  expect(await submit(OTHER_WORDS)).toBe(id);

  await rebroadcast(signed?.raw_tx);

  expect(devnet.mine().transactions).toMatchObject([
    { txid: approval, status: "abort_by_post_condition" },
  ]);
  expect(await pendingOwner(devnet, id, digestOf(OTHER_WORDS))).toMatchObject({ type: "some" });
});

test("aborts an approval when a fork gave the id to the same words of an organization", async () => {
  await found(devnet, "guild.btc", alice);
  const id = await submit();
  const approval = await approve(id);
  const [signed] = devnet.mine().transactions;
  devnet.fork({ back: 2, blocks: 1, transactions: "drop" });
  await send(devnet, alice, submission(WORDS, "guild.btc"));
  devnet.mine();
  expect(await lastId(devnet)).toBe(id);

  await rebroadcast(signed?.raw_tx);

  expect(devnet.mine().transactions).toMatchObject([
    { txid: approval, status: "abort_by_post_condition" },
  ]);
  expect(await pendingOwner(devnet, id, digestOf(WORDS, "guild.btc"))).toMatchObject({
    type: "some",
  });
});

test("aborts an edit that comes after the approval, and mints the words that were read", async () => {
  const id = await submit();
  const approval = await approve(id);
  const edited = await change(id);
  const block = devnet.mine();
  expect(block.transactions).toMatchObject([
    { txid: approval, status: "success" },
    { txid: edited, status: "abort_by_response" },
  ]);
  expect(block.events.filter(({ type }) => type === "nft_mint_event")).toMatchObject([
    { nft_mint_event: { asset_identifier: `${ENDORSEMENT}::endorsement`, recipient: bob.address } },
  ]);
});

test("aborts a rejection when the words changed after the page was shown", async () => {
  const id = await submit();
  await change(id);
  const rejected = await send(devnet, bob, rejection(id, digestOf(WORDS)));
  expect(devnet.mine().transactions[1]).toMatchObject({
    txid: rejected,
    status: "abort_by_post_condition",
  });
  expect(await pendingOwner(devnet, id, digestOf(OTHER_WORDS))).toMatchObject({ type: "some" });
});

test("rejects none of several when the words of one changed after the page was shown", async () => {
  const kept = await submit();
  const changed = await submit();
  await change(changed);
  const conditions = [kept, changed].map((id) =>
    willSendPending(PROTOCOL, bob.address, id, digestOf(WORDS)),
  );
  const rejected = await send(devnet, bob, {
    functionName: "burn-endorsements",
    args: [Cl.list([Cl.uint(kept), Cl.uint(changed)])],
    postConditions: conditions,
  });
  expect(devnet.mine().transactions[1]).toMatchObject({
    txid: rejected,
    status: "abort_by_post_condition",
  });
  expect(await pendingOwner(devnet, kept, digestOf(WORDS))).toMatchObject({ type: "some" });
});

test("lets an approval pass after a suggestion, which changes no words", async () => {
  const id = await submit();
  await send(devnet, bob, {
    functionName: "edit-endorsement",
    args: [
      Cl.uint(id),
      Cl.stringUtf8("Suggested"),
      Cl.uint(1),
      Cl.stringUtf8("Words that Alice has never said."),
      Cl.stringAscii("ipfs://image"),
    ],
    postConditions: [],
  });
  const approval = await approve(id);
  expect(devnet.mine().transactions).toMatchObject([
    { status: "success" },
    { txid: approval, status: "success" },
  ]);
});

test("burns the token of a discarded endorsement, and no other", async () => {
  const id = await submit();
  await approve(id);
  devnet.mine();
  const discard = (named: number) =>
    send(devnet, bob, {
      functionName: "discard-endorsement",
      args: [Cl.uint(id)],
      postConditions: [
        Pc.principal(bob.address)
          .willSendAsset()
          .nft(`${ENDORSEMENT}::endorsement`, Cl.uint(named)),
      ],
    });
  const other = await discard(id - 1);
  expect(devnet.mine().transactions).toMatchObject([
    { txid: other, status: "abort_by_post_condition" },
  ]);
  const own = await discard(id);
  expect(devnet.mine().transactions).toMatchObject([{ txid: own, status: "success" }]);
});

/** Sends a transaction's bytes again. */
async function rebroadcast(raw: string | undefined): Promise<void> {
  const response = await fetch(`${devnet.url}/v2/transactions`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: Buffer.from(raw?.slice(2) ?? "", "hex"),
  });
  expect(response.status).toBe(200);
}
