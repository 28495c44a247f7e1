import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The animations and transitions that were in sight: seconds by keyframe name or CSS property. */
export interface Moves {
  /** Seen running in a frame. */
  started: Record<string, number>;
  /** Ran to the end, however short. */
  ended: Record<string, number>;
}

declare global {
  interface Window {
    /** Only on watched pages. */
    moves?: Moves;
  }
}

/** Seconds. A move within one frame is invisible. */
const FRAME = 1 / 60;

/** Records everything that moves on the pages opened from now on, from the first frame. */
export async function watchMoves(page: Page): Promise<void> {
  // An init script is text. The functions below run in the page and use nothing from outside them.
  const functions = [recordMove, nameOf, recordFrame, startRecording].join("\n");
  await page.addInitScript(`(() => {\n${functions}\nstartRecording();\n})()`);
}

function startRecording(): void {
  window.moves = { started: {}, ended: {} };
  requestAnimationFrame(recordFrame);
  // A busy browser may draw no frame between a start and its end.
  const listen = { capture: true };
  addEventListener(
    "animationend",
    (end) => recordMove("ended", end.animationName, end.elapsedTime, end.target),
    listen,
  );
  addEventListener(
    "transitionend",
    (end) => recordMove("ended", end.propertyName, end.elapsedTime, end.target),
    listen,
  );
}

function recordFrame(): void {
  for (const move of document.getAnimations()) {
    if (!(move.effect instanceof KeyframeEffect) || move.playState !== "running") continue;
    const { activeDuration } = move.effect.getComputedTiming();
    // A scroll-driven animation has a length in pixels, not in time.
    const seconds =
      typeof activeDuration === "number" ? activeDuration / 1000 : Number.POSITIVE_INFINITY;
    recordMove("started", nameOf(move), seconds, move.effect.target);
  }
  requestAnimationFrame(recordFrame);
}

function nameOf(move: Animation): string {
  if (move instanceof CSSAnimation) return move.animationName;
  if (move instanceof CSSTransition) return move.transitionProperty;
  return "a move of a script";
}

function recordMove(kind: keyof Moves, name: string, seconds: number, target: unknown): void {
  // A toast's invisible bar is its clock, not a move.
  if (!(target instanceof Element && target.checkVisibility({ visibilityProperty: true }))) return;
  const moves = window.moves?.[kind];
  if (moves !== undefined) moves[name] = Math.max(moves[name] ?? 0, seconds);
}

/** Reads what has moved on a watched page since it opened, up to the current frame. */
export async function movesOf(page: Page): Promise<Moves> {
  const moves = await page.evaluate(async () => {
    // The first frame draws the latest change. The second records it.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return window.moves;
  });
  if (moves === undefined) throw new Error("The page is not watched");
  return moves;
}

/** Expects that every move on a watched page since it opened was over within one frame. */
export async function expectStillness(page: Page): Promise<void> {
  const { started, ended } = await movesOf(page);
  const seen = [...Object.entries(started), ...Object.entries(ended)];
  expect(seen.filter(([, seconds]) => seconds > FRAME)).toEqual([]);
}

/**
 * Sets a toast's clock: the animated bar along its edge. The toast closes when the animation ends.
 * @param time milliseconds since the toast came
 * @returns how many clocks the toast has: 0 if it stays until somebody closes it
 */
export function moveToastTo(toast: Locator, time: number): Promise<number> {
  return toast.evaluate((alert, now) => {
    const all = alert.closest(".Toastify__toast")?.getAnimations({ subtree: true }) ?? [];
    // The toast may still be coming in: that move must end, or the toast stays out of sight.
    const runs = all.filter(
      (run) => run instanceof CSSAnimation && run.animationName === "Toastify__trackProgress",
    );
    for (const run of runs) {
      run.pause();
      run.currentTime = now;
      if (now >= Number(run.effect?.getComputedTiming().endTime)) run.finish();
    }
    return runs.length;
  }, time);
}
