import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { blockedKey } from "../../api/query-keys.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { callReadOnly } from "../wallet/read-only-call.ts";
import type { SentTransaction } from "../wallet/sent-transactions.ts";
import { privatePages } from "../wallet/server-session.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/** Somebody from whom the viewer takes nothing: a person, or an organization with all its representatives. */
export type Blocked = ({ sender: string } | { organization: number }) & { name: string };

/** Whom to block so that no more endorsements like this one come. */
export function blockedBy({ organization, column_sender }: Endorsement): Blocked {
  return organization === undefined
    ? { sender: column_sender.address, name: nameOrAddress(column_sender) }
    : { organization: organization.id, name: organization.name };
}

/** Blocks or unblocks somebody. A block refuses what they send or edit from then on. What waits already stays. */
export function blockCall(change: "block" | "unblock", blocked: Blocked): ContractCall {
  const name = withoutHidden(blocked.name);
  if ("organization" in blocked) {
    const { organization } = blocked;
    return {
      functionName: `${change}-organization`,
      functionArgs: (cl) => [cl.uint(organization)],
      metaData: { organizationId: organization, name },
    };
  }
  const { sender } = blocked;
  return {
    functionName: `${change}-sender`,
    functionArgs: (cl) => [cl.principal(sender)],
    metaData: { person: sender, name },
  };
}

/** What the viewer's transactions that are not confirmed yet change about a block; null if nothing. */
export function pendingBlockChange(
  sent: SentTransaction[],
  viewer: string | null,
  blocked: Blocked,
): "block" | "unblock" | null {
  const change = sent.findLast(
    ({ event, address, metaData }) =>
      address === viewer &&
      ("sender" in blocked
        ? /^(UN)?BLOCK_SENDER$/.test(event) && metaData.person === blocked.sender
        : /^(UN)?BLOCK_ORGANIZATION$/.test(event) &&
          metaData.organizationId === blocked.organization),
  );
  if (change === undefined) return null;
  return change.event.startsWith("UN") ? "unblock" : "block";
}

/**
 * Whether a principal blocks a sender or an organization. The chain answers it, because the service gives the list of
 * the blocked to their blocker alone, once they have signed in.
 */
export function isBlockedQuery(receiver: string, blocked: Blocked) {
  const whom = "sender" in blocked ? blocked.sender : blocked.organization;
  return queryOptions({
    queryKey: [...blockedKey(receiver), whom],
    queryFn: async () => {
      const { protocolContract } = runtimeConfig();
      const kind = "sender" in blocked ? "sender" : "organization";
      const answer = await callReadOnly(protocolContract, `is-${kind}-blocked`, receiver, (cl) => [
        cl.principal(receiver),
        typeof whom === "string" ? cl.principal(whom) : cl.uint(whom),
      ]);
      return answer?.type === "true";
    },
    refetchInterval: false,
  });
}

/** Whom a principal blocks, newest block first. */
export function blockedPages(receiver: string) {
  return privatePages(receiver, [...blockedKey(receiver), "pages"], (query, options) =>
    api("pageBlocked", { query }, options),
  );
}
