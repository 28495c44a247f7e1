import type { FirstCall } from "@colonnade/domain/pages.ts";
import type { QueryClient } from "@tanstack/react-query";

/** A call that a page begins with, and its result, parsed by the contract's schema. */
export interface FirstAnswer extends FirstCall {
  result: unknown;
}

/** The answers that a page was rendered from: JSON in its `#answers` element. The browser starts with them. */
export interface PageAnswers {
  /** The ETag of the answers; null for a page without answers, which is the same at every revision. */
  tag: string | null;
  answers: FirstAnswer[];
  /** The images in the answers that a watcher has hidden. */
  hiddenImages: string[];
}

/** A page's answers, and when they were served. */
export interface ArrivedAnswers extends PageAnswers {
  /** Unix milliseconds by this device's clock. */
  at: number;
}

/** What the ETags of answers tell: each stands for everything that the service knew when it answered. */
export const seenTags: {
  /** The tags of the answers that arrived before the stream began. */
  early: Set<string>;
  /** The service's tag when the stream began; none before. The stream tells what changes after it. */
  stream?: string;
} = { early: new Set() };

/**
 * Reads the answers that the page was rendered from. They are not parsed by the contract's schemas: the service
 * has done that, and creating the schemas costs a phone more than the rest of hydration.
 * @returns null for a page that was not rendered, and for one from the browser's history: its answers may be old
 */
export function readPageAnswers(): ArrivedAnswers | null {
  const text = document.getElementById("answers")?.textContent;
  if (text === undefined || text === null) return null;
  const { tag, answers, hiddenImages }: PageAnswers = JSON.parse(text);
  // A page without answers does not age.
  if (tag === null) return { tag, at: 0, answers, hiddenImages };
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) return null;
  if (navigation.type === "back_forward") return null;
  const at = Math.round(performance.timeOrigin + navigation.responseStart);
  seenTags.early.add(tag);
  return { tag, at, answers, hiddenImages };
}

/** Refetches at the stream's first event, unless the service's tag is still that of all answers until then. */
export function confirmAnswers(client: QueryClient, tag: string): void {
  if (seenTags.stream !== undefined) return;
  seenTags.stream = tag;
  seenTags.early.delete(tag);
  if (seenTags.early.size > 0) client.invalidateQueries();
}
