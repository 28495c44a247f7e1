import { type ChainEntry, existing } from "./chain-entry.ts";

/** The title, text and image address of an endorsement, and the block height that its writer dates it with. */
export interface Words {
  title: string;
  description: string;
  image: string;
  height: number;
}

/** What the receiver proposes. The author does not stand by it. */
export interface Suggestion extends Words {
  by: string;
  /** Time of the block that recorded it, in Unix seconds. */
  at: number;
}

/** How an approved endorsement was withdrawn. */
export interface Withdrawal {
  by: string;
  reason: string | null;
  /** The block that recorded it. */
  height: number;
  /** Its time, in Unix seconds. */
  at: number;
  txId: string;
}

/** The state of an endorsement on the chain. */
export interface EndorsementState {
  id: number;
  sender: string;
  receiver: string;
  /** What was sent first; once approved, what was approved. */
  words: Words;
  /** The author's newer words while it is pending. */
  draft: Words | null;
  suggestion: Suggestion | null;
  /** The digest of what the author stands by: 0x and 64 hex digits. The pending asset has it. */
  wordsHash: string;
  organization: { id: number; name: string } | null;
  status: "pending" | "approved" | "rejected" | "withdrawn" | "discarded";
  /** Null unless it was approved and then withdrawn. */
  withdrawal: Withdrawal | null;
  shown: boolean;
  /** The transaction that submitted it. */
  txId: string;
  /** The block it was submitted in. */
  height: number;
  /** Its time, in Unix seconds. */
  submittedAt: number;
  /** The block that recorded what the author stands by. */
  wordsHeight: number;
  /** Its time, in Unix seconds. */
  wordsAt: number;
  /** The transaction that holds what the author stands by. */
  wordsTxId: string;
}

/**
 * Folds one event onto an endorsement. Only what the author wrote becomes `words` or `draft`.
 * @param state null before the submission
 * @throws FoldError if an event other than a submission comes first
 */
export function foldEndorsement(
  state: EndorsementState | null,
  entry: ChainEntry,
): EndorsementState | null {
  const { event, blockHeight, blockTime, txId } = entry;
  switch (event.topic) {
    case "submit-endorsement":
      return {
        id: event.id,
        sender: event.sender,
        receiver: event.receiver,
        words: wordsOf(event, event["block-height"]),
        draft: null,
        suggestion: null,
        wordsHash: event.words,
        organization: event.org,
        status: "pending",
        withdrawal: null,
        shown: true,
        txId,
        height: blockHeight,
        submittedAt: blockTime,
        wordsHeight: blockHeight,
        wordsAt: blockTime,
        wordsTxId: txId,
      };
    case "edit-endorsement": {
      const known = existing(state, entry);
      const words = wordsOf(event, event.date);
      if (event.editor === known.sender) {
        const recorded = { wordsHeight: blockHeight, wordsAt: blockTime, wordsTxId: txId };
        return { ...known, ...recorded, draft: words, suggestion: null, wordsHash: event.words };
      }
      const suggestion = { ...words, by: event.editor, at: blockTime };
      return { ...known, suggestion: event.suggested ? suggestion : null };
    }
    case "approve-endorsement": {
      const words = wordsOf(event, event.date);
      return { ...existing(state, entry), ...settled, words, status: "approved" };
    }
    case "burn-endorsement":
      return { ...existing(state, entry), suggestion: null, status: "rejected" };
    case "withdraw-endorsement": {
      const known = existing(state, entry);
      const { by, reason, earned } = event;
      if (!earned) return { ...known, suggestion: null, status: "withdrawn" };
      const withdrawal = { by, reason, height: blockHeight, at: blockTime, txId };
      return { ...known, status: "withdrawn", withdrawal };
    }
    case "discard-endorsement":
      return { ...existing(state, entry), status: "discarded" };
    case "display-status":
      return { ...existing(state, entry), shown: event.shown };
    default:
      return state;
  }
}

/** An approval drops the draft and the suggestion. */
const settled = { draft: null, suggestion: null } as const;

/** What the author stands by. */
export function standingWords({ words, draft }: EndorsementState): Words {
  return draft ?? words;
}

function wordsOf({ title, description, image }: Omit<Words, "height">, height: number): Words {
  return { title, description, image, height };
}
