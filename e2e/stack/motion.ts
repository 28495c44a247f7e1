import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Every animation and transition that can be seen to run, by the name it has in the style sheets. */
export function runningMoves(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((move) => {
      const target = move.effect instanceof KeyframeEffect ? move.effect.target : null;
      const isSeen = target?.checkVisibility({ visibilityProperty: true });
      if (move.playState !== "running" || isSeen !== true) return [];
      if (move instanceof CSSAnimation) return [move.animationName];
      return [move instanceof CSSTransition ? move.transitionProperty : "a move of a script"];
    }),
  );
}

/** Nothing moves on the page, now or after the few frames in which what was told to be still comes to its end. */
export async function expectStillness(page: Page): Promise<void> {
  await expect
    .poll(() => runningMoves(page), { timeout: 10_000, message: "Nothing moves" })
    .toEqual([]);
}

/**
 * Notes every CSS animation of the page that runs to its end, from before its first one.
 * @returns how many seconds each took by its style sheet, by its name
 */
export async function watchMoves(page: Page): Promise<() => Promise<Record<string, number>>> {
  const ended: Record<string, number> = {};
  await page.exposeFunction("noteMove", (name: string, seconds: number) => {
    ended[name] = seconds;
  });
  await page.addInitScript(`addEventListener("animationend", ({ animationName, elapsedTime }) => {
    noteMove(animationName, elapsedTime);
  }, true);`);
  return async () => ended;
}
