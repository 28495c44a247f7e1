import type { StreamEvent } from "@colonnade/domain/http/stream.ts";

/** Who changed what, told to everybody who listens in this process. */
export interface Changes {
  publish(event: StreamEvent): void;
  /** @returns how to stop listening */
  subscribe(listener: (event: StreamEvent) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(event: StreamEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
