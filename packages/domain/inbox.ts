import * as z from "zod/mini";
import { organizationBriefSchema } from "./endorsement.ts";
import { profileBriefSchema } from "./profile.ts";

const count = z.int().check(z.nonnegative());

/**
 * What waits for a principal, with a profile or without one. It is public: it holds only counts and names from the
 * chain, and the app shows it before anybody has signed in. A sender has a tie to the principal if one of the
 * two has an approved endorsement of the other. Otherwise the principal must follow them, or somebody who follows them.
 */
export const inboxSchema = z.object({
  /** The number of endorsements from senders with a tie that wait for the principal's approval. */
  waiting: count,
  /** The number of those from all other senders. */
  requests: count,
  /** The number of waiting endorsements that the principal sent and whose receiver suggests other words. */
  suggestions: count,
  /** Organizations that invite the principal to represent them: 100 at most. */
  invitations: z.array(organizationBriefSchema),
  /** Organizations whose admin the principal may become, or may become after a delay: 100 at most. */
  adminProposals: z.array(
    z.extend(organizationBriefSchema, {
      /** Whether watchers alone propose the principal. The present admin may then refuse. */
      byWatchers: z.boolean(),
    }),
  ),
});
export type Inbox = z.infer<typeof inboxSchema>;

/** A sender or an organization that may not send endorsements to a principal. */
export const blockedSchema = z.union([
  z.object({ sender: profileBriefSchema }),
  z.object({ organization: organizationBriefSchema }),
]);
