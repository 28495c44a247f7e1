import type { OrganizationApplication } from "@colonnade/domain/organization-application.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/** Admits the organization of an application; the applicant becomes its admin. Only watchers may call it. */
export function newOrganizationCall(application: OrganizationApplication): ContractCall {
  const { address, bnsName, imageUrl, description, website } = application;
  return {
    functionName: "watcher-new-organization",
    functionArgs: (cl) => [
      cl.principal(address),
      cl.stringUtf8(bnsName),
      cl.stringAscii(imageUrl),
      cl.stringUtf8(description),
      cl.stringUtf8(website),
      cl.list(inviteesOf(application).map((principal) => cl.principal(principal))),
    ],
    metaData: { person: address },
  };
}

/** The contract refuses a list that names somebody twice, or the admin, who has a seat already. */
const inviteesOf = ({ address, admins }: OrganizationApplication) =>
  [...new Set(admins)].filter((principal) => principal !== address);

/** A call that needs nothing but the organization. */
export type OrganizationFunction =
  | "accept-representation"
  | "decline-representation"
  | "resign-representation"
  | "accept-admin"
  | "decline-admin"
  | "refuse-replacement"
  | "close-organization";

export function organizationCall(
  functionName: OrganizationFunction,
  organizationId: number,
): ContractCall {
  return {
    functionName,
    functionArgs: (cl) => [cl.uint(organizationId)],
    metaData: { organizationId },
  };
}

/**
 * `add-representative` invites somebody, `remove-representative` removes a member or takes an invitation back.
 * `propose-admin` and `watcher-replace-admin` propose the next admin.
 */
export type OrganizationPersonFunction =
  | "add-representative"
  | "remove-representative"
  | ProposalFunction;
export type ProposalFunction = "propose-admin" | "watcher-replace-admin";

export function organizationPersonCall(
  functionName: OrganizationPersonFunction,
  organizationId: number,
  person: string,
): ContractCall {
  return {
    functionName,
    functionArgs: (cl) => [cl.uint(organizationId), cl.principal(person)],
    metaData: { organizationId, person },
  };
}

/** Takes the proposal of another admin back, by proposing the present one. It is about nobody. */
export function takeProposalBackCall(
  functionName: ProposalFunction,
  organizationId: number,
  presentAdmin: string,
): ContractCall {
  return {
    ...organizationPersonCall(functionName, organizationId, presentAdmin),
    metaData: { organizationId, takesBack: true },
  };
}
