import type { Client } from "@colonnade/domain/http/client.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import { cidsOf } from "../../images/named-images.ts";
import type { Action } from "./blocks.ts";
import type { Fixture } from "./fixture.ts";
import { type NodeTransaction, nodeCall } from "./node.ts";
import { type Person, watcher } from "./people.ts";

export const applicationOf = (person: Person, bnsName = `${person.name}.btc`) => ({
  address: person.address,
  bnsName,
  statement: "",
  imageUrl: "ipfs://bafkreilogo00000000",
  description: "Makers \u0000 of things",
  website: "https://guild.example",
  admins: [person.address],
});

/** Inserts an application into the table. The route accepts only ten an hour, and has its own tests. */
export async function insertApplication(
  { database }: Pick<Fixture, "database">,
  person: Person,
  words: { bnsName?: string; imageUrl?: string } = {},
): Promise<number> {
  const application = { ...applicationOf(person), ...words };
  const document = JSON.stringify(application);
  const [logo = null] = cidsOf(application.imageUrl);
  const { id } = await database.kysely
    .insertInto("applications")
    .values({ applicant: person.address, document, at: Date.now(), logo })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const declineAs = (api: Client, id: number, reason: string) =>
  api("decideApplication", { params: { id }, body: { decision: "decline", reason } });

export const admitAs = (api: Client, id: number, txId: string) =>
  api("decideApplication", { params: { id }, body: { decision: "admit", txId } });

let organizations = 0;

/** The id of the newest organization from `newOrganization`. */
export const newestOrganization = () => organizations;

/** A watcher's call that creates an organization with this admin. */
export function newOrganization(admin: Person, sender = watcher): Action {
  organizations += 1;
  return {
    sender,
    functionName: "watcher-new-organization",
    events: [
      {
        topic: "watcher-new-organization",
        id: organizations,
        admin: admin.address,
        name: `${admin.name} ${organizations}`,
        logo: "ipfs://bafkreilogo00000000",
        description: "Makers",
        website: "https://guild.example",
        invited: [],
        watcher: sender.address,
      },
    ],
  };
}

/** The same call, refused by the contract or by a post-condition. */
export function refusedOrganization(
  admin: Person,
  status: "abort_by_response" | "abort_by_post_condition",
): Action {
  const { sender, functionName } = newOrganization(admin);
  return { sender, functionName, status };
}

let serial = 0;

/** The id of a transaction that nobody has seen. */
export function newTxId(): string {
  serial += 1;
  return `0xc${serial.toString(16).padStart(63, "0")}`;
}

/** A node's report of a watcher's call that creates an organization with this admin. */
export function admissionReport(
  admin: Person,
  status = "pending",
  sender = watcher,
): NodeTransaction {
  return nodeCall(sender.address, "watcher-new-organization", status, [
    serializeCV(Cl.principal(admin.address)),
  ]);
}
