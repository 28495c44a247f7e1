import type { ChainEntry } from "./chain-entry.ts";

/** Folds one event onto whether a principal is a watcher. */
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
