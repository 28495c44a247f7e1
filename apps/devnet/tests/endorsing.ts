import { hashWords, willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import { Cl, type ClarityValue } from "@stacks/transactions";
import { alice, bob, type DevnetAccount, deployer, watcher } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { splitName } from "../names.ts";
import { fieldOf, textOf } from "../seed/sender.ts";
import { type CallOptions, PROTOCOL, post, send } from "./fixture.ts";

// Alice endorses Bob. All words are dated with the first block's height.

export const WORDS = {
  title: "Found the bug",
  description: "Read four thousand lines in a weekend.",
  image: "ipfs://image",
};
export const OTHER_WORDS = { ...WORDS, description: "Words that Bob has never seen." };
type Words = typeof WORDS;

/** The digest of Alice's words. */
export const digestOf = (words: Words, org?: string) =>
  hashWords({ sender: alice.address, date: 1, ...words, ...(org && { org }) });

export const submission = (words: Words, org?: string): CallOptions => ({
  functionName: "submit-endorsement",
  args: [
    Cl.principal(alice.address),
    Cl.principal(bob.address),
    Cl.stringUtf8(words.title),
    Cl.uint(1),
    Cl.stringUtf8(words.description),
    Cl.stringAscii(words.image),
    org === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(org)),
  ],
});

/** A call about a pending endorsement, as a page sends it that shows the words of this digest. */
const callAbout = (
  functionName: string,
  id: number,
  digest: string,
  rest: ClarityValue[] = [],
): CallOptions => ({
  functionName,
  args: [Cl.uint(id), ...rest],
  postConditions: [willSendPending(PROTOCOL, bob.address, id, digest)],
});

export const approval = (id: number, digest: string) =>
  callAbout("approve-endorsement", id, digest);
export const rejection = (id: number, digest: string) => callAbout("burn-endorsement", id, digest);
export const withdrawal = (id: number, digest: string) =>
  callAbout("withdraw-endorsement", id, digest, [Cl.none()]);
/** Alice says other words. */
export const edit = (id: number, digest: string) =>
  callAbout("edit-endorsement", id, digest, [
    Cl.stringUtf8(OTHER_WORDS.title),
    Cl.uint(1),
    Cl.stringUtf8(OTHER_WORDS.description),
    Cl.stringAscii(OTHER_WORDS.image),
  ]);

/** Gives an account a profile under its name. */
export function register(devnet: Devnet, account: DevnetAccount): Promise<string> {
  const { name, namespace } = splitName(account.bnsName ?? "");
  return send(devnet, account, {
    functionName: "register-profile",
    args: [
      Cl.bufferFromUtf8(namespace),
      Cl.bufferFromUtf8(name),
      Cl.none(),
      Cl.stringAscii("ipfs://image"),
    ],
  });
}

/** Admits an organization, in blocks of its own. It is the first on the chain. */
export async function found(
  devnet: Devnet,
  name: string,
  admin: DevnetAccount,
  invited: DevnetAccount[] = [],
): Promise<void> {
  await send(devnet, deployer, {
    functionName: "add-watcher",
    args: [Cl.principal(watcher.address)],
  });
  await send(devnet, watcher, {
    functionName: "watcher-new-organization",
    args: [
      Cl.principal(admin.address),
      Cl.stringUtf8(name),
      Cl.stringAscii("ipfs://logo"),
      Cl.stringUtf8("A guild"),
      Cl.stringUtf8("https://guild.example"),
      Cl.list(invited.map(({ address }) => Cl.principal(address))),
    ],
  });
  devnet.mine();
  for (const member of invited) {
    await send(devnet, member, { functionName: "accept-representation", args: [Cl.uint(1)] });
  }
  devnet.mine();
}

/** What a read-only function of the protocol answers. */
export async function read(
  devnet: Devnet,
  functionName: string,
  args: ClarityValue[],
): Promise<ClarityValue> {
  const [address, name] = PROTOCOL.split(".");
  const path = `/v2/contracts/call-read/${address}/${name}/${functionName}`;
  const { body } = await post(devnet, path, {
    sender: alice.address,
    arguments: args.map((arg) => Cl.serialize(arg)),
  });
  if (typeof body !== "object" || body === null || !("result" in body)) {
    throw new Error("no result");
  }
  return Cl.deserialize(String(body.result));
}

export async function lastId(devnet: Devnet): Promise<number> {
  const id = await read(devnet, "get-last-endorsement-id", []);
  return id.type === "uint" ? Number(id.value) : 0;
}

export async function statusOfEndorsement(devnet: Devnet, id: number): Promise<string | undefined> {
  return textOf(fieldOf(await read(devnet, "get-endorsement", [Cl.uint(id)]), "status"));
}

/** The receiver, if the author stands by the words of this digest and the endorsement waits; else none. */
export function pendingOwner(devnet: Devnet, id: number, digest: string): Promise<ClarityValue> {
  return read(devnet, "get-pending-owner", [Cl.uint(id), Cl.bufferFromHex(digest)]);
}
