import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import {
  type Blocked,
  blockCall,
  blockedBy,
  isBlockedQuery,
  pendingBlockChange,
} from "../../features/endorsement/block.ts";
import { SenderName } from "../../features/endorsement/card-parts.tsx";
import { endorsementPages } from "../../features/endorsement/query.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { Notice } from "../shared/notice.tsx";
import { useRejectingMany } from "../shared/use-rejecting-many.ts";

/** Lets the receiver of an endorsement block its sender, unblock them, and reject all that waits from them. */
export function BlockNotice({ endorsement, viewer }: { endorsement: Endorsement; viewer: string }) {
  const blocked = blockedBy(endorsement);
  const { data: isBlocked } = useQuery(isBlockedQuery(viewer, blocked));
  const { data } = useInfiniteQuery(
    endorsementPages({
      ...("sender" in blocked ? { sender: blocked.sender } : { org: blocked.organization }),
      receiver: viewer,
      approved: "false",
    }),
  );
  const change = useSentTransactions(({ sent }) => pendingBlockChange(sent, viewer, blocked));
  if (isBlocked === undefined) return null;
  const waiting = data?.pages[0]?.items.slice(0, limits.rejectedAtOnce) ?? [];
  const parts = { viewer, endorsement, blocked, waiting };
  if (change !== null) return <BeingChanged {...parts} change={change} />;
  return isBlocked ? <Unblock {...parts} /> : <Block {...parts} />;
}

interface Parts {
  viewer: string;
  endorsement: Endorsement;
  blocked: Blocked;
  /** What waits from them, this endorsement included. */
  waiting: Endorsement[];
}

function BeingChanged({
  viewer,
  endorsement,
  waiting,
  change,
}: Parts & { change: "block" | "unblock" }) {
  const what = change === "block" ? "Your block of" : "Unblocking";
  return (
    <Notice
      tone="pending"
      title={
        <>
          {what} <SenderName endorsement={endorsement} /> is being confirmed
        </>
      }
      action={change === "block" ? <RejectAll viewer={viewer} waiting={waiting} /> : null}
    />
  );
}

function Unblock({ viewer, endorsement, blocked, waiting }: Parts) {
  const { send, sending } = useSending();
  return (
    <Notice
      title={
        <>
          You have blocked <SenderName endorsement={endorsement} />
        </>
      }
      action={
        <span className="flex flex-wrap gap-3">
          <RejectAll viewer={viewer} waiting={waiting} />
          <Button
            tone="secondary"
            busy={sending}
            onClick={() => send(() => blockCall("unblock", blocked))}
          >
            Unblock
          </Button>
        </span>
      }
    >
      They cannot send you anything, invite you, or edit what is pending.
    </Notice>
  );
}

/** Goes on where the person blocked a sender and cancelled the rejection. */
function RejectAll({ viewer, waiting }: { viewer: string; waiting: Endorsement[] }) {
  const navigate = useNavigate();
  const { reject, sending } = useRejectingMany(viewer);
  if (waiting.length === 0) return null;
  const rejectAll = async () => {
    if (await reject(waiting)) navigate("/events");
  };
  return (
    <AskButton
      tone="danger"
      busy={sending}
      question={`Reject everything pending from them (${waiting.length})?`}
      explanation="This is for good: one transaction rejects all of them or none."
      keep="Keep them"
      answers={[{ label: `Reject ${waiting.length} for good`, act: rejectAll }]}
    >
      Reject all pending ({waiting.length})
    </AskButton>
  );
}

function Block({ viewer, endorsement, blocked, waiting }: Parts) {
  const navigate = useNavigate();
  const { send, sending } = useSending();
  const { blockAndReject, sending: rejecting } = useRejectingMany(viewer);
  const name = <SenderName endorsement={endorsement} />;
  const block = () => send(() => blockCall("block", blocked));
  const rejectToo = async () => {
    if (await blockAndReject([blocked], waiting)) navigate("/events");
  };
  return (
    <Notice
      title={<>Want nothing more from {name}?</>}
      action={
        <AskButton
          tone="secondary"
          busy={sending || rejecting}
          question={<>Block {name}?</>}
          explanation={
            <>
              {name} can no longer send you anything, invite you, or edit what is pending. You can
              unblock them at any time.
            </>
          }
          keep="Do not block"
          answers={[
            { label: "Block", act: block },
            ...(waiting.length === 0
              ? []
              : [{ label: `${messages.blockAndRejectAll} (${waiting.length})`, act: rejectToo }]),
          ]}
        >
          Block
        </AskButton>
      }
    >
      Blocks are kept on chain, where everybody can read them.
    </Notice>
  );
}
