import type { StreamEvent } from "@colonnade/domain/http/stream.ts";

export interface ChangeListener {
  onEvent(event: StreamEvent): void;
  /** Events may have been missed: whoever listens has to read anew. */
  onGap(): void;
}

/** Who changed what, in whichever process, told to everybody who listens in this one. */
export interface Changes {
  publish(event: StreamEvent): void;
  interrupt(): void;
  /** @returns how to stop listening */
  subscribe(listener: ChangeListener): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<ChangeListener>();
  return {
    publish(event) {
      for (const { onEvent } of listeners) onEvent(event);
    },
    interrupt() {
      for (const { onGap } of listeners) onGap();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
