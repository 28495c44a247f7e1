import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether a page is rendered on the service, or is hydrated from that: true in the first rendering there, false
 * right after it and everywhere else. What only this device knows has to wait until it is false.
 */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
