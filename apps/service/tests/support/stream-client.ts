import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";

/** A client of `/api/stream` that reconnects when it is cut off, as browsers do. */
export interface StreamClient {
  /** All events so far. */
  events: StreamEvent[];
  /** How often it connected. */
  connections: number;
  close(): Promise<void>;
}

/** Resolves when the service has begun to answer. */
export async function openStreamClient(origin: string): Promise<StreamClient> {
  const stop = new AbortController();
  const client: StreamClient = {
    events: [],
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
    client.connections += 1;
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      begin();
      text += decoder.decode(part, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (line.startsWith("data: ")) {
          client.events.push(streamEventSchema.parse(JSON.parse(line.slice(6))));
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
  return client;
}
