import { Cl, type ClarityValue } from "@stacks/transactions";
import { hashWords } from "../pending-endorsement.ts";
import { WORDS, type Words, wordFields } from "./arguments.ts";
import { type Movement, PENDING_ASSET, pendingId, startChain } from "./chain.ts";

/** An endorsement as a test expects it. Fields that are not given are as after the submission. */
export interface Expected {
  id: number;
  sender: string;
  receiver: string;
  /** What the author stands by. */
  words: Words;
  date?: number;
  status?: "pending" | "approved" | "burned" | "withdrawn" | "discarded";
  /** Whether it was approved once. */
  earned?: boolean;
  suggestion?: { words: Words; date: number };
  shown?: boolean;
  org?: { id: number; name: string };
}

/** What get-endorsement returns. */
export function expectedEndorsement(state: Expected): ClarityValue {
  const { id, sender, receiver, words, date = 1, status = "pending", suggestion, org } = state;
  return Cl.some(
    Cl.tuple({
      id: Cl.uint(id),
      sender: Cl.principal(sender),
      receiver: Cl.principal(receiver),
      org: organizationField(org),
      words: Cl.bufferFromHex(digestOf(state)),
      status: Cl.stringAscii(status),
      earned: Cl.bool(state.earned ?? status === "approved"),
      shown: Cl.bool(state.shown ?? true),
      ...wordFields(words),
      date: Cl.uint(date),
      suggestion: suggestion
        ? Cl.some(Cl.tuple({ ...wordFields(suggestion.words), date: Cl.uint(suggestion.date) }))
        : Cl.none(),
    }),
  );
}

/** An endorsement's organization, as in prints and results. */
export function organizationField(org: Expected["org"]): ClarityValue {
  return org === undefined
    ? Cl.none()
    : Cl.some(Cl.tuple({ id: Cl.uint(org.id), name: Cl.stringUtf8(org.name) }));
}

/** The digest of what the author stands by. */
export function digestOf({ sender, org, words, date = 1 }: Omit<Expected, "id">): string {
  return hashWords({ sender, ...(org && { org: org.name }), date, ...words });
}

/** The pending asset of some words is minted to the receiver. */
export function pendingMint(id: number, words: string, to: string): Movement {
  return { asset: PENDING_ASSET, id: pendingId(id, words), to };
}

/** The pending asset of some words is burned. */
export function pendingBurn(id: number, words: string, from: string): Movement {
  return { asset: PENDING_ASSET, id: pendingId(id, words), from };
}

/** Starts a chain, and returns helpers for tests of one person's endorsements of another. */
export async function startPair() {
  const chain = await startChain();
  return {
    chain,
    /** Two new members. The first endorses the second. */
    newPair: () => pairOf(chain.newMember(), chain.newMember()),
    pairOf,
    read: (id: number) => chain.read("get-endorsement", Cl.uint(id)),
    pendingOwner: (id: number, words: string) =>
      chain.read("get-pending-owner", Cl.uint(id), Cl.bufferFromHex(words)),
  };
}

function pairOf(alice: string, bob: string) {
  const defaults = { sender: alice, receiver: bob, words: WORDS };
  return {
    alice,
    bob,
    /** The sender and receiver in what an endorsement of Bob by Alice prints. */
    people: { sender: Cl.principal(alice), receiver: Cl.principal(bob) },
    /** What get-endorsement should return for Alice's endorsement of Bob. */
    expected: (id: number, rest: Partial<Expected> = {}) =>
      expectedEndorsement({ id, ...defaults, ...rest }),
    /** The digest of Alice's words. */
    digest: (rest: Partial<Expected> = {}) => digestOf({ ...defaults, ...rest }),
  };
}
