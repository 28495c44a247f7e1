import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";

/**
 * Listens to what the service announces, for as long as nobody calls the returned function.
 * The browser reconnects by itself; `onGap` runs when it has, since something may have been missed.
 */
export function listenToStream(onEvent: (event: StreamEvent) => void, onGap: () => void) {
  const source = new EventSource("/api/stream");
  let interrupted = false;
  const read = ({ data }: MessageEvent<string>) => {
    const event = streamEventSchema.safeParse(parse(data));
    if (event.success) onEvent(event.data);
  };
  source.addEventListener("message", read);
  source.addEventListener("tip", read);
  source.addEventListener("change", read);
  source.addEventListener("error", () => {
    interrupted = true;
  });
  source.addEventListener("open", () => {
    if (interrupted) onGap();
    interrupted = false;
  });
  return () => source.close();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
