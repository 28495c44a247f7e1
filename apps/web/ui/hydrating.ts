import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether a page is rendered on the service, or is hydrated from that: true in the first rendering there, false
 * soon after it and everywhere else. What only this device knows has to wait until it is false. It changes in
 * slices, between which the page answers.
 */
export function useHydrating(): boolean {
  const rendered = useRendered();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (rendered) startTransition(() => setOver(true));
  }, [rendered]);
  return rendered && !isOver;
}

/** Whether the component came as markup. */
function useRendered(): boolean {
  // React asks for the server's snapshot where it hydrates, and there alone. A later answer that differed from it
  // would be rendered at once, all in one task.
  const [origin] = useState({ rendered: false });
  return useSyncExternalStore(
    never,
    () => origin.rendered,
    () => {
      origin.rendered = true;
      return true;
    },
  );
}
