import { categories } from "@colonnade/domain/category.ts";
import { Cl } from "@stacks/transactions";
import { clarityuniverse, type DevnetAccount } from "../../apps/devnet/accounts.ts";
import { willSendPending } from "../../apps/devnet/seed/seed.ts";
import { numberOf, type SeedCall, SeedSender } from "../../apps/devnet/seed/sender.ts";
import { protocolContract } from "../stack/chain.ts";

/** A node lets nobody be further ahead of their last block than 25 transactions. */
const AT_ONCE = 25;

/**
 * Has the organization clarityuniverse.btc endorse somebody, by ordinary transactions, on a node that makes blocks
 * by itself. The first of the titles are approved, too.
 * @param approved how many
 */
export async function endorseOften(
  nodeUrl: string,
  receiver: DevnetAccount,
  titles: readonly string[],
  approved: number,
): Promise<void> {
  const chain = new SeedSender(nodeUrl, protocolContract);
  const before = numberOf(await chain.read("get-last-endorsement-id", []));
  const height = await chain.tipHeight();
  const submissions = titles.map((title) => ({
    sender: clarityuniverse,
    functionName: "submit-endorsement",
    args: [
      Cl.principal(clarityuniverse.address),
      Cl.principal(receiver.address),
      Cl.stringUtf8(title),
      Cl.uint(height),
      Cl.stringUtf8("Came to every evening of the reading circle, and read."),
      Cl.stringAscii(categories[0].imageAddress),
      Cl.some(Cl.stringUtf8("clarityuniverse.btc")),
    ],
  }));
  const approvals = titles.slice(0, approved).map((_, index) => {
    const id = before + index + 1;
    return {
      sender: receiver,
      functionName: "approve-endorsement",
      args: [Cl.uint(id)],
      postConditions: [willSendPending(protocolContract, receiver, id, 1)],
    };
  });
  await sendAll(chain, submissions);
  await sendAll(chain, approvals);
}

async function sendAll(chain: SeedSender, calls: SeedCall[]): Promise<void> {
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    await chain.sendAll(calls.slice(start, start + AT_ONCE));
  }
}
