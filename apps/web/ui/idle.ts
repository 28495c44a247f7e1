import { startTransition } from "react";

/**
 * Runs a task when the page has nothing better to do. What it renders is rendered in slices, between which the
 * page answers.
 * @returns a function that calls it off
 */
export function whenIdle(task: () => void): () => void {
  const run = () => startTransition(task);
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
