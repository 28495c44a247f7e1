import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What moved in sight: how many seconds by its style sheet, by the name it has there. */
export interface Moves {
  /** Everything that was seen on its way in a frame. */
  started: Record<string, number>;
  /** Everything that ran to its end, however short. */
  ended: Record<string, number>;
}

declare global {
  interface Window {
    /** Only on pages that are watched. */
    moves?: Moves;
  }
}

/** In seconds. Within it nobody sees that something moved. */
const FRAME = 1 / 60;

/** Keeps note of everything that moves on the pages which open from now on, each from its first frame. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: Moves = { started: {}, ended: {} };
    window.moves = moves;
    const note = (where: Record<string, number>, name: string, seconds: number, of: unknown) => {
      // The bar of a toast runs where nobody sees it: it is the toast's clock.
      if (!(of instanceof Element && of.checkVisibility({ visibilityProperty: true }))) return;
      where[name] = Math.max(where[name] ?? 0, seconds);
    };

    const lookAround = () => {
      for (const move of document.getAnimations()) {
        if (!(move.effect instanceof KeyframeEffect) || move.playState !== "running") continue;
        const { activeDuration } = move.effect.getComputedTiming();
        // What moves with the scrolled page has a length that is no time.
        const seconds =
          typeof activeDuration === "number" ? activeDuration / 1000 : Number.POSITIVE_INFINITY;
        let name = "a move of a script";
        if (move instanceof CSSAnimation) name = move.animationName;
        if (move instanceof CSSTransition) name = move.transitionProperty;
        note(moves.started, name, seconds, move.effect.target);
      }
      requestAnimationFrame(lookAround);
    };
    requestAnimationFrame(lookAround);

    // A busy browser may draw no frame between a start and its end.
    const listen = { capture: true };
    addEventListener(
      "animationend",
      (end) => note(moves.ended, end.animationName, end.elapsedTime, end.target),
      listen,
    );
    addEventListener(
      "transitionend",
      (end) => note(moves.ended, end.propertyName, end.elapsedTime, end.target),
      listen,
    );
  });
}

/** @returns what has moved on a watched page since it opened, with what its last frame began */
export async function movesOf(page: Page): Promise<Moves> {
  const moves = await page.evaluate(async () => {
    // One frame draws what was just done, in the next it is looked at.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return window.moves;
  });
  if (moves === undefined) throw new Error("Nobody watches this page");
  return moves;
}

/** Nothing has moved on a watched page since it opened: what was told to be still was at its end in one frame. */
export async function expectStillness(page: Page): Promise<void> {
  const { started, ended } = await movesOf(page);
  const seen = [...Object.entries(started), ...Object.entries(ended)];
  expect(seen.filter(([, seconds]) => seconds > FRAME)).toEqual([]);
}
