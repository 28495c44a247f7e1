import { get, type IncomingMessage } from "node:http";

/** An answer that nobody reads yet, so that what is sent waits. */
export interface SlowAnswer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** Reads it to its end; throws when it is cut off before. */
  read(): Promise<string>;
  goAway(): void;
}

/** @param client whom the trusted proxy says it is asked by */
export async function askSlowly(url: string, client: string): Promise<SlowAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers: { "x-forwarded-for": client } }, resolve).on("error", reject);
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    async read() {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      return Buffer.concat(parts).toString();
    },
    goAway: () => response.destroy(),
  };
}
