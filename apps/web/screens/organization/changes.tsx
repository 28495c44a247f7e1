import type { EventType } from "@colonnade/domain/event-type.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import {
  type OrganizationFunction,
  type OrganizationPersonFunction,
  organizationCall,
  organizationPersonCall,
  type ProposalFunction,
  takeProposalBackCall,
} from "../../features/organization/call.ts";
import { useProfile } from "../../features/profile/query.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import {
  type SentTransaction,
  useSentTransactions,
} from "../../features/wallet/sent-transactions.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { useSending } from "../../layout/wallet-actions.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";

/** Says what is on its way. If a change is about a person, the words follow their name. */
const words: Partial<Record<EventType, string>> = {
  ADD_REPRESENTATIVE: "is being invited.",
  REMOVE_REPRESENTATIVE: "is being removed.",
  PROPOSE_ADMIN: "is being proposed as its admin.",
  WATCHER_REPLACE_ADMIN: "is being proposed as its admin.",
  ACCEPT_REPRESENTATION: "Your acceptance is on its way.",
  DECLINE_REPRESENTATION: "Your refusal is on its way.",
  RESIGN_REPRESENTATION: "Your resignation is on its way.",
  ACCEPT_ADMIN: "Your acceptance is on its way.",
  DECLINE_ADMIN: "Your refusal is on its way.",
  REFUSE_REPLACEMENT: "Your refusal is on its way.",
  CLOSE_ORGANIZATION: "The organization is being closed.",
};

/** The viewer's changes of an organization that are not confirmed yet. */
export function usePendingChanges(organizationId: number): SentTransaction[] {
  const viewer = useViewerAddress();
  const sent = useSentTransactions((state) => state.sent);
  return sent.filter(
    ({ address, event, metaData }) =>
      address === viewer && event in words && metaData.organizationId === organizationId,
  );
}

/** Changes an organization. Each change is a transaction of its own. */
export function useChange(organizationId: number) {
  const { send, sending } = useSending();
  const changes = usePendingChanges(organizationId);
  return {
    /** While the wallet asks. */
    sending,
    /** Whether a change of this kind is on its way. */
    isOnItsWay: (...events: EventType[]) => changes.some(({ event }) => events.includes(event)),
    /** Whether a change about this person is on its way. */
    isAbout: (person: string) => changes.some(({ metaData }) => metaData.person === person),
    /** @returns whether it was sent */
    change: async (name: OrganizationFunction) =>
      (await send(() => organizationCall(name, organizationId))) !== null,
    /** @returns whether it was sent */
    changeFor: async (name: OrganizationPersonFunction, person: string) =>
      (await send(() => organizationPersonCall(name, organizationId, person))) !== null,
    takeProposalBack: (name: ProposalFunction, presentAdmin: string) =>
      send(() => takeProposalBackCall(name, organizationId, presentAdmin)),
  };
}

/** The viewer's changes on their way, each with a link to its transaction. A toast announces them. */
export function PendingChanges({ organizationId }: { organizationId: number }) {
  const changes = usePendingChanges(organizationId);
  if (changes.length === 0) return null;
  return (
    <ul aria-label="Changes on their way" className="pt-1 text-pending">
      {changes.map(({ txId, event, metaData }) => (
        <li key={txId} className="flex flex-wrap items-center gap-x-5">
          <span className="inline-flex min-h-11 items-center gap-2">
            <SpinnerMark />
            <span>
              {metaData.person === undefined ? null : <NameOf address={metaData.person} />}{" "}
              {metaData.takesBack ? "The proposal is being taken back." : words[event]}
            </span>
          </span>
          <span className="text-ink">
            <StatusLink txId={txId} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function NameOf({ address }: { address: string }) {
  const profile = useProfile(address);
  return <bdi>{(profile.data && displayName(profile.data)) || shortenPrincipal(address)}</bdi>;
}
