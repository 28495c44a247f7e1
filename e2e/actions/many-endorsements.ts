import { categories } from "@colonnade/domain/category.ts";
import { Cl } from "@stacks/transactions";
import { vi } from "vitest";
import type { DevnetAccount } from "../../apps/devnet/accounts.ts";
import { numberOf, type SeedCall, SeedSender } from "../../apps/devnet/seed/sender.ts";
import { hashWords, willSendPending } from "../../contracts/pending-endorsement.ts";
import { countPending, mine, protocolContract } from "../stack/chain.ts";

/** A node accepts at most 25 unconfirmed transactions of one sender. */
const AT_ONCE = 25;

const org = "clarityuniverse.btc";
const description = "Came to every evening of the reading circle, and read.";
const image = categories[0].imageAddress;

/**
 * Endorses somebody many times as the organization clarityuniverse.btc, and mines the blocks.
 * @param sender the organization's admin or a member
 * @param approved how many of them, from the first, the receiver approves at once; at most three may wait
 */
export async function endorseOften(
  nodeUrl: string,
  { sender, receiver }: { sender: DevnetAccount; receiver: DevnetAccount },
  titles: readonly string[],
  approved: number,
): Promise<void> {
  const chain = new SeedSender(nodeUrl, protocolContract);
  const first = numberOf(await chain.read("get-last-endorsement-id", [])) + 1;
  const height = await chain.tipHeight();
  for (let start = 0; start < titles.length; start += AT_ONCE) {
    const calls = titles.slice(start, start + AT_ONCE).flatMap((title, index) => {
      const place = start + index;
      const writing = { sender, receiver, title, height };
      return place < approved
        ? [submit(writing), approve(first + place, writing)]
        : [submit(writing)];
    });
    await Promise.all([chain.sendAll(calls), mineTogether(nodeUrl, calls.length)]);
  }
}

/** Waits until so many transactions are pending, and mines a block with all of them. */
async function mineTogether(nodeUrl: string, count: number): Promise<void> {
  await vi.waitUntil(async () => (await countPending(nodeUrl)) === count, { timeout: 60_000 });
  await mine(nodeUrl);
}

interface Writing {
  sender: DevnetAccount;
  receiver: DevnetAccount;
  title: string;
  height: number;
}

function submit({ sender, receiver, title, height }: Writing): SeedCall {
  return {
    sender,
    functionName: "submit-endorsement",
    args: [
      Cl.principal(sender.address),
      Cl.principal(receiver.address),
      Cl.stringUtf8(title),
      Cl.uint(height),
      Cl.stringUtf8(description),
      Cl.stringAscii(image),
      Cl.some(Cl.stringUtf8(org)),
    ],
  };
}

function approve(id: number, { sender, receiver, title, height }: Writing): SeedCall {
  const signed = { sender: sender.address, org, title, date: height, description, image };
  const words = hashWords(signed);
  return {
    sender: receiver,
    functionName: "approve-endorsement",
    args: [Cl.uint(id)],
    postConditions: [willSendPending(protocolContract, receiver.address, id, words)],
  };
}
