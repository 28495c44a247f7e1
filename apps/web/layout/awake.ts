import { useEffect } from "react";
import { useHydrating } from "../ui/hydrating.ts";

/** The parts of a page that are hydrated by themselves. */
export type Part = "bars" | "screen";

/**
 * Says on the page that a part of it answers presses now. `#root[data-rendered]` names those that do not yet.
 * @param part all of them unless said
 */
export function wake(part?: Part): void {
  const root = document.getElementById("root");
  const asleep = root?.dataset.rendered?.split(" ") ?? [];
  const rest = part === undefined ? [] : asleep.filter((name) => name !== part);
  if (rest.length > 0) root?.setAttribute("data-rendered", rest.join(" "));
  else root?.removeAttribute("data-rendered");
}

/** Stands at the end of a part, and wakes it once all of it is there, with what only this device knows. */
export function Awake({ part }: { part: Part }) {
  const hydrating = useHydrating();
  useEffect(() => {
    if (!hydrating) wake(part);
  }, [hydrating, part]);
  return null;
}
