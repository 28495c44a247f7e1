import { alice, bob, carol } from "@colonnade/devnet/accounts.ts";
import type { Devnet } from "@colonnade/devnet/devnet.ts";
import {
  approval,
  digestOf,
  edit,
  found,
  OTHER_WORDS,
  register,
  submission,
} from "@colonnade/devnet/tests/endorsing.ts";
import { type CallOptions, send } from "@colonnade/devnet/tests/fixture.ts";
import { categories } from "@colonnade/domain/category.ts";
import { Cl } from "@stacks/transactions";

const GUILD = "guild.btc";
const [category] = categories;
export const pictured: typeof OTHER_WORDS = {
  title: "Found the bug 🐞",
  description: "שלום. Four thousand lines\n\u0000in a weekend.",
  image: category.imageAddress,
};

/** What each endorsement is, in the order of their ids. */
export const states = [
  "approved",
  "approved after an edit",
  "an organization's",
  "withdrawn",
  "suggested",
];

/** The author withdraws. */
export const withdraw = (id: number): CallOptions => ({
  functionName: "withdraw-endorsement",
  args: [Cl.uint(id), Cl.none()],
});

/** Alice sends calls, and one block takes them. */
export async function mineOn(devnet: Devnet, ...calls: CallOptions[]): Promise<void> {
  for (const call of calls) await send(devnet, alice, call);
  devnet.mine();
}

/** Bob approves words of Alice. */
export async function approveOn(
  devnet: Devnet,
  id: number,
  words: typeof pictured,
  org?: string,
): Promise<void> {
  await send(devnet, bob, approval(id, digestOf(words, org)));
  devnet.mine();
}

/** Makes an endorsement for each of `states`. */
export async function makeEndorsements(devnet: Devnet): Promise<void> {
  for (const account of [alice, bob, carol]) await register(devnet, account);
  await found(devnet, GUILD, carol, [alice]);
  await mineOn(devnet, submission(pictured));
  await approveOn(devnet, 1, pictured);
  await mineOn(devnet, submission(pictured), edit(2, digestOf(pictured)));
  await approveOn(devnet, 2, OTHER_WORDS);
  await mineOn(devnet, submission(OTHER_WORDS, GUILD));
  await approveOn(devnet, 3, OTHER_WORDS, GUILD);
  await mineOn(devnet, submission(pictured));
  await approveOn(devnet, 4, pictured);
  await mineOn(devnet, withdraw(4));
  await mineOn(devnet, submission(pictured));
  await send(devnet, bob, { ...edit(5, digestOf(pictured)), postConditions: [] });
  devnet.mine();
}
