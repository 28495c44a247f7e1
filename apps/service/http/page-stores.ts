import { type Answer, type Answers, createAnswers } from "./answers.ts";
import type { HeadKeeper } from "./head.ts";

/** Bytes of pages kept that tell what is on the chain: beside the API's answers, which they never push out. */
const MOVING_CAPACITY = 16 * 1024 * 1024;
/** Bytes of pages kept that are the same at every head: a few for each build. */
const STILL_CAPACITY = 2 * 1024 * 1024;

/** Where made pages are kept. */
export interface PageStores {
  /** Those made at the present head. */
  moving: Answers;
  /** Those that no head changes. */
  still: Answers;
}

/** A made page, and where it is kept. */
export interface Page {
  made: Answer;
  store: Answers;
}

export function createPageStores(heads: HeadKeeper): PageStores {
  const noHead = { indexBlockHash: null, revision: 0 };
  return {
    moving: createAnswers(heads, MOVING_CAPACITY),
    still: createAnswers({ current: () => noHead }, STILL_CAPACITY),
  };
}
