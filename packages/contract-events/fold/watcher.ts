import type { ChainEntry } from "./chain-entry.ts";

/** Says whether a principal is a watcher after an event. */
export function foldWatcher(isWatcher: boolean, { event }: ChainEntry): boolean {
  switch (event.topic) {
    case "add-watcher":
      return true;
    case "remove-watcher":
      return false;
    default:
      return isWatcher;
  }
}
