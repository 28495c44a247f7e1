import type { PageAnswers } from "@colonnade/domain/page-answers.ts";
import type { QueryClient } from "@tanstack/react-query";

/** What a page came with, and when. */
export interface ArrivedAnswers extends PageAnswers {
  /** Unix milliseconds of this device, when the service answered that things stand so. */
  at: number;
}

/** The answers whose tag the stream has not told yet. */
let unconfirmed: { tag: string; at: number } | null = null;

/**
 * The answers that the page was rendered from. They are not parsed again: the very service that every answer comes
 * from has parsed these by the contract's schemas, and making those schemas costs a phone more than the rest of
 * hydrating.
 * @returns null where the page came plain, or with answers out of the browser's history, where they may be of any age
 */
export function readPageAnswers(): ArrivedAnswers | null {
  const text = document.getElementById("answers")?.textContent;
  if (text === undefined || text === null) return null;
  const { tag, answers }: PageAnswers = JSON.parse(text);
  // A page without answers is the same at any age.
  if (tag === null) return { tag, at: 0, answers };
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) return null;
  if (navigation.type === "back_forward") return null;
  const at = Math.round(performance.timeOrigin + navigation.responseStart);
  unconfirmed = { tag, at };
  return { tag, at, answers };
}

/** The service says which tag answers have now: what came with the page is asked for anew where it has another. */
export function confirmPageAnswers(client: QueryClient, tag: string): void {
  const before = unconfirmed;
  unconfirmed = null;
  if (before === null || before.tag === tag) return;
  client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt === before.at });
}
