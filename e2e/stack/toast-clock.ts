import type { Locator } from "playwright-core";

/**
 * Moves a toast's clock: the bar along its edge, an animation of the browser's. The toast goes when that has run.
 * @param time milliseconds since the toast came
 * @returns how many clocks it has: none where it stays until it is closed
 */
export function moveToastTo(toast: Locator, time: number): Promise<number> {
  return toast.evaluate((alert, now) => {
    const runs = alert.closest(".Toastify__toast")?.getAnimations({ subtree: true }) ?? [];
    for (const run of runs) {
      run.pause();
      run.currentTime = now;
      if (now >= Number(run.effect?.getComputedTiming().endTime)) run.finish();
    }
    return runs.length;
  }, time);
}
