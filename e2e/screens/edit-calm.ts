import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import { inject } from "vitest";
import { bob, carol } from "../../apps/devnet/accounts.ts";
import { willSendPending } from "../../contracts/pending-endorsement.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { protocolContract, sendAndMine } from "../stack/chain.ts";

/**
 * Has Bob edit his endorsement "Calm in a bad week", which waits for Carol, and mines the edit.
 * @param title its new title
 */
export async function editCalm(title: string): Promise<void> {
  const api = createClient({ origin: inject("stillOrigin") });
  const id = await findEndorsement(inject("stillOrigin"), "Calm in a bad week");
  const { wordsHash } = await api("getEndorsement", { query: { id } });
  const words = [
    Cl.stringUtf8(title),
    Cl.uint(1),
    Cl.stringUtf8("Carol did not raise her voice."),
    Cl.stringAscii(categories[0].imageAddress),
  ];
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: bob,
      functionName: "edit-endorsement",
      args: [Cl.uint(id), ...words],
      postConditions: [willSendPending(protocolContract, carol.address, id, wordsHash)],
    },
  ]);
}
