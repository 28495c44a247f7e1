import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { useQueries } from "@tanstack/react-query";
import * as z from "zod/mini";
import { create } from "zustand";
import { statusOf } from "../../api/error.ts";
import { sentTransactionSchema } from "../wallet/sent-transactions.ts";
import { tabItem } from "../wallet/storage.ts";
import { endorsementQuery } from "./query.ts";
import { stateOf } from "./words.ts";

/** A transaction that rejects several endorsements: all of them, or none. */
const bulkRejectionSchema = z.object({
  transaction: sentTransactionSchema,
  /** As they were shown when they were chosen. */
  endorsements: z.array(endorsementSchema),
});
type BulkRejection = z.infer<typeof bulkRejectionSchema>;

const stored = tabItem("bulkRejection", bulkRejectionSchema);

/** The last bulk rejection, until the person has read how it ended. A reload of the page keeps it. */
export const useBulkRejection = create<{ last: BulkRejection | null }>(() => ({
  last: stored.read(),
}));

export function rememberRejection(rejection: BulkRejection): void {
  stored.write(rejection);
  useBulkRejection.setState({ last: rejection });
}

export function forgetRejection(): void {
  stored.remove();
  useBulkRejection.setState({ last: null });
}

/** An endorsement that could not be rejected as it was shown. */
interface ChangedEndorsement {
  endorsement: Endorsement;
  change: "The words changed" | "No longer pending";
}

/** Compares endorsements with their newest state, to tell which of them made a rejection of all fail. */
export function useChangedEndorsements(shown: Endorsement[]) {
  const queries = useQueries({
    queries: shown.map(({ id }) => ({ ...endorsementQuery(id), staleTime: 0 })),
  });
  const changed = shown.flatMap((endorsement, index): ChangedEndorsement[] => {
    const query = queries[index];
    if (statusOf(query?.error) === 404) return [{ endorsement, change: "No longer pending" }];
    if (query?.data === undefined) return [];
    if (stateOf(query.data) !== "pending") return [{ endorsement, change: "No longer pending" }];
    return query.data.wordsHash === endorsement.wordsHash
      ? []
      : [{ endorsement, change: "The words changed" }];
  });
  const gone = new Set(changed.map(({ endorsement }) => endorsement.id));
  return {
    asking: queries.some(({ isFetching }) => isFetching),
    changed,
    rest: shown.filter(({ id }) => !gone.has(id)),
  };
}
