import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";

/** Somebody who listens to `/api/stream`, connecting again when cut off, as browsers do. */
export interface Listening {
  /** Everything heard so far. */
  heard: StreamEvent[];
  /** How often the connection was made. */
  connections: number;
  close(): Promise<void>;
}

/** Resolves when the service has begun to answer. */
export async function listenTo(origin: string): Promise<Listening> {
  const stop = new AbortController();
  const listening: Listening = {
    heard: [],
    connections: 0,
    async close() {
      stop.abort();
      await running;
    },
  };
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  async function read(): Promise<void> {
    const response = await fetch(`${origin}/api/stream`, { signal: stop.signal });
    listening.connections += 1;
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      begin();
      text += decoder.decode(part, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (line.startsWith("data: ")) {
          listening.heard.push(streamEventSchema.parse(JSON.parse(line.slice(6))));
        }
      }
    }
  }

  const running = (async () => {
    while (!stop.signal.aborted) {
      await read().catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
    }
  })();
  await begun;
  return listening;
}
