import { useHydrating } from "../ui/hydrating.ts";

/** Below a list that goes on, to whoever's browser runs no scripts: that it does. */
export function RestNeedsScripts() {
  return useHydrating() ? (
    <noscript>
      <p className="py-4 text-center text-sm text-muted">To see the rest, turn JavaScript on.</p>
    </noscript>
  ) : null;
}
