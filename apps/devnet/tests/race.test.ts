import { Cl, type ClarityValue, Pc } from "@stacks/transactions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alice, bob, type DevnetAccount } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { splitName } from "../names.ts";
import { accountOf, ENDORSEMENT, PROTOCOL, post, send, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startTestDevnet();
  for (const account of [alice, bob]) {
    const { name, namespace } = splitName(account.bnsName ?? "");
    await send(devnet, account, {
      functionName: "register-profile",
      args: [
        Cl.bufferFromUtf8(namespace),
        Cl.bufferFromUtf8(name),
        Cl.none(),
        Cl.stringAscii("ipfs://image"),
      ],
    });
  }
  devnet.mine();
});
afterAll(() => devnet.close());

async function submit(): Promise<number> {
  await send(devnet, alice, {
    functionName: "submit-endorsement",
    args: [
      Cl.principal(alice.address),
      Cl.principal(bob.address),
      Cl.stringUtf8("Found the bug"),
      Cl.uint(devnet.tip.block_height),
      Cl.stringUtf8("Read four thousand lines in a weekend."),
      Cl.stringAscii("ipfs://image"),
      Cl.none(),
    ],
  });
  devnet.mine();
  const id = await read("get-last-endorsement-id", []);
  return id.type === "uint" ? Number(id.value) : 0;
}

async function read(functionName: string, args: ClarityValue[]): Promise<ClarityValue> {
  const [address, name] = PROTOCOL.split(".");
  const { body } = await post(
    devnet,
    `/v2/contracts/call-read/${address}/${name}/${functionName}`,
    {
      sender: alice.address,
      arguments: args.map((arg) => Cl.serialize(arg)),
    },
  );
  if (typeof body !== "object" || body === null || !("result" in body))
    throw new Error("no result");
  return Cl.deserialize(String(body.result));
}

const decide = (
  who: DevnetAccount,
  functionName: string,
  id: number,
  revision: number,
  words: ClarityValue[] = [],
): Promise<string> =>
  send(devnet, who, {
    functionName,
    args: [Cl.uint(id), ...words],
    postConditions: [
      Pc.principal(bob.address)
        .willSendAsset()
        .nft(
          `${PROTOCOL}::pending-endorsement`,
          Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) }),
        ),
    ],
  });

const otherWords = () => [
  Cl.stringUtf8("Something else entirely"),
  Cl.uint(devnet.tip.block_height),
  Cl.stringUtf8("Words that Bob has never seen."),
  Cl.stringAscii("ipfs://image"),
];

test("words changed after the page was shown are not approved: the approval aborts", async () => {
  const id = await submit();
  const edit = await decide(alice, "edit-endorsement", id, 1, otherWords());
  const approval = await decide(bob, "approve-endorsement", id, 1);
  const before = await accountOf(devnet, bob.address);

  const block = devnet.mine();

  expect(block.transactions).toMatchObject([
    { txid: edit, status: "success" },
    { txid: approval, status: "abort_by_post_condition" },
  ]);
  expect(await read("get-pending-owner", [Cl.uint(id), Cl.uint(2)])).toEqual(
    Cl.some(Cl.principal(bob.address)),
  );
  expect(await accountOf(devnet, bob.address)).toMatchObject({ nonce: before.nonce + 1 });

  const second = await decide(bob, "approve-endorsement", id, 2);
  expect(devnet.mine().transactions).toMatchObject([{ txid: second, status: "success" }]);
});

test("approved first, the edit aborts and the words that were read are minted", async () => {
  const id = await submit();
  const approval = await decide(bob, "approve-endorsement", id, 1);
  const edit = await decide(alice, "edit-endorsement", id, 1, otherWords());
  const block = devnet.mine();
  expect(block.transactions).toMatchObject([
    { txid: approval, status: "success" },
    { txid: edit, status: "abort_by_response" },
  ]);
  expect(block.events.filter(({ type }) => type === "nft_mint_event")).toMatchObject([
    { nft_mint_event: { asset_identifier: `${ENDORSEMENT}::endorsement`, recipient: bob.address } },
  ]);
});

test("a stale rejection leaves the endorsement where it is", async () => {
  const id = await submit();
  await decide(alice, "edit-endorsement", id, 1, otherWords());
  const rejection = await decide(bob, "burn-endorsement", id, 1);
  expect(devnet.mine().transactions[1]).toMatchObject({
    txid: rejection,
    status: "abort_by_post_condition",
  });
  expect(await read("get-pending-owner", [Cl.uint(id), Cl.uint(2)])).toMatchObject({
    type: "some",
  });
});
