import * as z from "zod/mini";
import { calls } from "./http/contract.ts";
import type { FirstCallName } from "./http/first-calls.ts";

function answerOf<Name extends FirstCallName, Result extends z.ZodMiniType>(
  name: Name,
  { result }: { result: Result },
) {
  return z.object({
    name: z.literal(name),
    query: z.record(z.string(), z.string()),
    result,
  });
}

/** A call that a rendered page begins with, answered. */
export const firstAnswerSchema = z.discriminatedUnion("name", [
  answerOf("pageEndorsements", calls.pageEndorsements),
  answerOf("pageProfiles", calls.pageProfiles),
  answerOf("pageOrganizations", calls.pageOrganizations),
  answerOf("getProfile", calls.getProfile),
  answerOf("getOrganization", calls.getOrganization),
]);
export type FirstAnswer = z.infer<typeof firstAnswerSchema>;

/** What a page was rendered from, for the browser to go on from: JSON in the page's `#answers` element. */
export interface PageAnswers {
  /** The tag that the answers were made under; null where there are none, and the page is the same at every head. */
  tag: string | null;
  answers: FirstAnswer[];
}
