import { type ChainEntry, FoldError } from "./chain-entry.ts";

/** What an endorsement says: its title, its text, and the address of its image. */
export interface Words {
  title: string;
  description: string;
  image: string;
}

/** Newer words than the settled ones, and who wrote them. */
export interface DraftState extends Words {
  /** False while it is the receiver's suggestion and the author has not taken it. */
  accepted: boolean;
  editor: string;
}

/** An endorsement as the chain has it. */
export interface EndorsementState {
  id: number;
  sender: string;
  receiver: string;
  /** The words the author last settled on; the draft's are newer. */
  words: Words;
  draft: DraftState | null;
  revision: number;
  organization: { id: number; name: string } | null;
  status: "pending" | "approved" | "rejected";
  shown: boolean;
  /** The transaction that submitted it. */
  txId: string;
  /** Unix seconds of the block that brought it. */
  submittedAt: number;
}

/** Folds one event onto an endorsement: the contract's draft rules, once more. */
export function foldEndorsement(
  state: EndorsementState | null,
  entry: ChainEntry,
): EndorsementState | null {
  const { event } = entry;
  switch (event.topic) {
    case "submit-endorsement":
      return {
        id: event.id,
        sender: event.sender,
        receiver: event.receiver,
        words: wordsOf(event),
        draft: null,
        revision: event.revision,
        organization: event.org,
        status: "pending",
        shown: true,
        txId: entry.txId,
        submittedAt: entry.blockTime,
      };
    case "edit-endorsement": {
      const known = existing(state, entry);
      const draft = { ...wordsOf(event), accepted: event.accepted, editor: event.editor };
      return { ...known, words: settledWords(known), draft, revision: event.revision };
    }
    case "approve-endorsement": {
      const known = existing(state, entry);
      return { ...known, words: wordsOf(event), draft: null, status: "approved" };
    }
    case "burn-endorsement":
      return { ...existing(state, entry), status: "rejected" };
    case "display-status":
      return { ...existing(state, entry), shown: event.shown };
    default:
      return state;
  }
}

/** An accepted draft becomes the settled words when the next one comes; a suggestion never does. */
function settledWords({ words, draft }: EndorsementState): Words {
  return draft?.accepted === true ? wordsOf(draft) : words;
}

function wordsOf({ title, description, image }: Words): Words {
  return { title, description, image };
}

function existing(state: EndorsementState | null, entry: ChainEntry): EndorsementState {
  if (state === null) {
    throw new FoldError(`${entry.event.topic} in ${entry.txId} has no endorsement`);
  }
  return state;
}
