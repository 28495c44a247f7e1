import type { OrganizationApplication } from "@colonnade/domain/organization-application.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/** Admits the organization that was applied for; its applicant becomes its admin. Watchers only. */
export async function newOrganizationCall({
  address,
  bnsName,
  imageUrl,
  description,
  website,
  admins,
}: OrganizationApplication): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return {
    functionName: "watcher-new-organization",
    functionArgs: [
      Cl.principal(address),
      Cl.stringUtf8(bnsName),
      Cl.stringAscii(imageUrl),
      Cl.stringUtf8(description),
      Cl.stringUtf8(website),
      // The contract refuses whoever is named twice.
      Cl.list([...new Set(admins)].map((principal) => Cl.principal(principal))),
    ],
    metaData: { person: address },
  };
}

/** Lets somebody send as an organization, or no longer. Its admin only. */
export async function representativeCall(
  change: "add" | "remove",
  organizationId: number,
  representative: string,
): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return {
    functionName: `${change}-representative`,
    functionArgs: [Cl.uint(organizationId), Cl.principal(representative)],
    metaData: { organizationId, person: representative },
  };
}
