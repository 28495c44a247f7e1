import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Blocked, blockedBy, isBlockedQuery } from "../../features/endorsement/block.ts";
import { SenderName, senderSide } from "../../features/endorsement/card-parts.tsx";
import { RevealedTitle } from "../../features/endorsement/revealed-title.tsx";
import { Button } from "../../ui/button.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { useRejectingMany } from "../shared/use-rejecting-many.ts";

/**
 * Lets the viewer choose several endorsements that wait. `changed` has those whose words changed after they were
 * chosen, and those that wait no more. They count as not chosen.
 * @param waiting as the page shows them now
 */
export function useChoosing(waiting: Endorsement[]) {
  const [picked, setPicked] = useState<Endorsement[] | null>(null);
  const isUnchanged = ({ id, wordsHash }: Endorsement) =>
    waiting.some((now) => now.id === id && now.wordsHash === wordsHash);
  const chosen = (picked ?? []).filter(isUnchanged);
  return {
    isOn: picked !== null,
    chosen,
    changed: (picked ?? []).filter((endorsement) => !isUnchanged(endorsement)),
    start: () => setPicked([]),
    stop: () => setPicked(null),
    toggle(endorsement: Endorsement) {
      const isSame = ({ id }: Endorsement) => id === endorsement.id;
      const others = (picked ?? []).filter((one) => !isSame(one));
      if (chosen.some(isSame)) setPicked(others);
      else if (chosen.length < limits.rejectedAtOnce) setPicked([...others, endorsement]);
    },
  };
}
export type Choosing = ReturnType<typeof useChoosing>;

/** Rejects the chosen ones in one transaction, and blocks their senders first if the viewer wants it. */
export function RejectMany({ address, choosing }: { address: string; choosing: Choosing }) {
  const { isOn, chosen, changed, start, stop } = choosing;
  const { reject, blockAndReject } = useRejectingMany(address);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  // Busy from the press on: the node is asked first, and the wallet several times.
  const act = async (send: () => Promise<boolean>) => {
    setBusy(true);
    try {
      if (await send()) stop();
    } finally {
      setBusy(false);
    }
  };
  if (!isOn) {
    return (
      <Button tone="quiet" onClick={start} className="mt-3 -ml-3">
        Reject several at once
      </Button>
    );
  }
  const isNone = chosen.length === 0;
  // By page, because a person and an organization may have the same name.
  const senders = [...new Map(chosen.map((one) => [senderSide(one).to, one])).values()];
  return (
    <div className="sticky bottom-16 mt-4 flex flex-col gap-3 border-t border-rule bg-paper py-4 md:bottom-0">
      <p role="status" className="text-sm text-muted">
        {chosen.length} of at most {limits.rejectedAtOnce} chosen.
      </p>
      {changed.map((endorsement) => (
        <p key={endorsement.id} role="alert" className="text-sm text-seal">
          <span className="font-semibold">
            <RevealedTitle endorsement={endorsement} />
          </span>{" "}
          has changed since you chose it, and is left out.
        </p>
      ))}
      <div className="flex flex-wrap gap-3">
        <AskButton
          tone="danger"
          busy={busy}
          disabled={isNone}
          question={`Reject ${chosen.length}?`}
          explanation="This is for good: one transaction rejects all of them or none."
          keep="Keep them"
          answers={[
            { label: `Reject ${chosen.length} for good`, act: () => act(() => reject(chosen)) },
            {
              label: messages.blockAndRejectAll,
              act: () =>
                act(async () =>
                  blockAndReject(await findUnblocked(client, address, chosen), chosen),
                ),
            },
          ]}
          fields={
            <div className="text-sm text-muted">
              <p>
                Blocking refuses whatever they send you from now on. Your wallet asks once for each.
              </p>
              <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
                {senders.map((endorsement) => (
                  <li key={endorsement.id}>
                    <SenderName endorsement={endorsement} />
                  </li>
                ))}
              </ul>
            </div>
          }
        >
          Reject {chosen.length}
        </AskButton>
        <Button tone="quiet" onClick={stop}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Whom to block so that no more like these come, without those who are blocked already. */
async function findUnblocked(
  client: QueryClient,
  receiver: string,
  endorsements: Endorsement[],
): Promise<Blocked[]> {
  const senders = new Map(endorsements.map((one) => [senderSide(one).to, blockedBy(one)]));
  const found = await Promise.all(
    [...senders.values()].map(async (blocked) => {
      // Without an answer of the node, the contract refuses a second block.
      const isBlocked = await client
        .fetchQuery({ ...isBlockedQuery(receiver, blocked), retry: false })
        .catch(() => false);
      return isBlocked ? [] : [blocked];
    }),
  );
  return found.flat();
}
