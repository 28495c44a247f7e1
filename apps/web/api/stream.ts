import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";

/** A browser does not reconnect after an HTTP error. It is then reconnected after this many milliseconds. */
const RECONNECT_DELAY = 30_000;

/**
 * Listens to the service's stream of changes. The browser reconnects by itself.
 * @param onGap runs after a reconnection: events may have been missed
 * @returns a function that stops listening
 */
export function listenToStream(onEvent: (event: StreamEvent) => void, onGap: () => void) {
  let interrupted = false;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  const read = ({ data }: MessageEvent<string>) => {
    const event = streamEventSchema.safeParse(parse(data));
    if (event.success) onEvent(event.data);
  };
  function connect(): EventSource {
    const opened = new EventSource("/api/stream");
    opened.addEventListener("message", read);
    opened.addEventListener("error", () => {
      interrupted = true;
      if (opened.readyState !== EventSource.CLOSED) return;
      reconnecting = setTimeout(() => {
        source = connect();
      }, RECONNECT_DELAY);
    });
    opened.addEventListener("open", () => {
      if (interrupted) onGap();
      interrupted = false;
    });
    return opened;
  }
  let source = connect();
  return () => {
    clearTimeout(reconnecting);
    source.close();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
