import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { expect, test } from "vitest";
import { hashWords } from "../../../../contracts/pending-endorsement.ts";
import { OutdatedPageError } from "../wallet/wallet-error.ts";
import { checkShownWords } from "./shown-words.ts";

const sender = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const person = { address: sender, bns_name: "alice", bns: "btc", profileImageUrl: "" };
const milestoneURI = "ipfs://bafkreicymhbhfmvdzyz7kf645sbngynbbxpodn6ryxcvukfnkolj5fqpbi";
const title = "Kept the books";
const text = "For three clubs. \u0000 💛";
const organization = { id: 1, name: "guild.btc", logoUrl: "", open: true };

const shown: Endorsement = {
  id: 7,
  approved: false,
  shown: true,
  title,
  endorsement: text,
  milestoneURI,
  category: "N/A",
  date: "2026-11-20T12:00:00.000Z",
  height: 12,
  signedHeight: 11,
  wordsDate: "2026-11-20T12:00:00.000Z",
  wordsHeight: 12,
  wordsHash: hashWords({ sender, title, date: 11, description: text, image: milestoneURI }),
  senderIssued: 1,
  txId: `0x${"0".repeat(64)}`,
  column_sender: person,
  column_receiver: person,
};

test("lets a call pass when the page shows what the chain holds", async () => {
  await checkShownWords([shown]);
  await checkShownWords([{ ...shown, title: "First", draft: { ...shown } }]);
  const signed = { sender, title, date: 11, description: text, image: milestoneURI };
  const wordsHash = hashWords({ ...signed, org: organization.name });
  await checkShownWords([shown, { ...shown, organization, wordsHash }]);
});

test.each<[string, Partial<Endorsement>]>([
  ["title", { title: "Kept the cash" }],
  ["text", { endorsement: "For three clubs." }],
  ["image", { milestoneURI: milestoneURI.replace("bafkrei", "bafybei") }],
  ["date", { signedHeight: 12 }],
  ["organization", { organization }],
  [
    "sender",
    { column_sender: { ...person, address: "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG" } },
  ],
  ["newer words", { draft: { title, endorsement: "For two clubs.", milestoneURI } }],
  ["digest", { wordsHash: `0x${"0".repeat(64)}` }],
])("refuses to sign when the page shows another %s", async (_name, change) => {
  const refusal = expect(checkShownWords([shown, { ...shown, ...change }])).rejects;
  await refusal.toThrow(OutdatedPageError);
  await refusal.toThrow("endorsement № 7 is not what the chain holds");
});

test("lets the words of a suspended sender be rejected, which nobody is shown", async () => {
  const column_sender = { ...person, suspended: true } as const;
  const held = { ...shown, column_sender, title: "", endorsement: "", milestoneURI: "" };
  await checkShownWords([held]);
  await expect(checkShownWords([{ ...held, title: "Shown" }])).rejects.toThrow(OutdatedPageError);
});
