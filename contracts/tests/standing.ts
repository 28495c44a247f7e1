import { Cl, type ClarityValue } from "@stacks/transactions";
import { type Words, wordFields } from "./arguments.ts";
import { type Movement, PENDING_ASSET, pendingId } from "./chain.ts";

/** What get-endorsement answers; what is not given is as it is right after submission. */
export function standing(state: {
  id: number;
  sender: string;
  receiver: string;
  words: Words;
  date?: number;
  revision?: number;
  status?: "pending" | "approved" | "burned";
  draft?: ClarityValue;
  shown?: boolean;
  org?: ClarityValue;
}): ClarityValue {
  return Cl.some(
    Cl.tuple({
      id: Cl.uint(state.id),
      sender: Cl.principal(state.sender),
      receiver: Cl.principal(state.receiver),
      org: state.org ?? Cl.none(),
      revision: Cl.uint(state.revision ?? 1),
      status: Cl.stringAscii(state.status ?? "pending"),
      shown: Cl.bool(state.shown ?? true),
      date: Cl.uint(state.date ?? 1),
      ...wordFields(state.words),
      draft: state.draft ?? Cl.none(),
    }),
  );
}

/** A draft within that answer. */
export function draft(words: Words, date: number, accepted: boolean): ClarityValue {
  return Cl.some(
    Cl.tuple({ ...wordFields(words), date: Cl.uint(date), accepted: Cl.bool(accepted) }),
  );
}

/** The receiver gets the right to decide on a revision. */
export function pendingMint(id: number, revision: number, to: string): Movement {
  return { asset: PENDING_ASSET, id: pendingId(id, revision), to };
}

/** The receiver's right to decide on a revision ends. */
export function pendingBurn(id: number, revision: number, from: string): Movement {
  return { asset: PENDING_ASSET, id: pendingId(id, revision), from };
}
