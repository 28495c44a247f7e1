import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";

/** A browser that was refused asks no more by itself; it is asked again after so many milliseconds. */
const REFUSED = 30_000;

/**
 * Listens to what the service announces, for as long as nobody calls the returned function.
 * The browser reconnects by itself; `onGap` runs when it has, since something may have been missed.
 */
export function listenToStream(onEvent: (event: StreamEvent) => void, onGap: () => void) {
  let interrupted = false;
  let again: ReturnType<typeof setTimeout> | undefined;
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
      again = setTimeout(() => {
        source = connect();
      }, REFUSED);
    });
    opened.addEventListener("open", () => {
      if (interrupted) onGap();
      interrupted = false;
    });
    return opened;
  }
  let source = connect();
  return () => {
    clearTimeout(again);
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
