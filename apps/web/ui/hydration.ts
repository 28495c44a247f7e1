import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/**
 * True on the service and in the browser's first rendering of a page that came as markup; false soon after, and in
 * every other page. Until it is false, render nothing that only this device knows. It changes in a transition, so
 * the page keeps answering.
 */
export function useHydrating(): boolean {
  const rendered = useCameAsMarkup();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (rendered) startTransition(() => setOver(true));
  }, [rendered]);
  return rendered && !isOver;
}

function useCameAsMarkup(): boolean {
  // React asks for the server's snapshot only while it hydrates. The answer must not change afterwards: React would
  // render the change at once, in one long task.
  const [origin] = useState({ asMarkup: false });
  return useSyncExternalStore(
    neverChanges,
    () => origin.asMarkup,
    () => {
      origin.asMarkup = true;
      return true;
    },
  );
}

/** The parts of a page that are hydrated separately. */
type Part = "bars" | "screen";

/**
 * Marks a part of the page as hydrated. `#root[data-rendered]` lists the parts that are not.
 * @param part every part unless given
 */
export function markHydrated(part?: Part): void {
  const root = document.getElementById("root");
  const waiting = root?.dataset.rendered?.split(" ") ?? [];
  const rest = part === undefined ? [] : waiting.filter((name) => name !== part);
  if (rest.length > 0) root?.setAttribute("data-rendered", rest.join(" "));
  else root?.removeAttribute("data-rendered");
}

/** Stands at the end of a part. Marks it once it is hydrated and shows what only this device knows. */
export function HydrationMark({ part }: { part: Part }) {
  const hydrating = useHydrating();
  useEffect(() => {
    if (!hydrating) markHydrated(part);
  }, [hydrating, part]);
  return null;
}

/** False until the browser was idle once. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}

/**
 * Runs a task when the browser is idle. What the task renders is a transition, so the page keeps answering.
 * @returns a function that cancels the task
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
