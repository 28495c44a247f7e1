import { get, type IncomingMessage } from "node:http";

/** An answer that nobody reads yet, so that what is sent waits. */
export interface SlowAnswer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** Reads on to its end, or until there is so much of it; throws when it is cut off before. */
  read(length?: number): Promise<string>;
  goAway(): void;
}

/** @param client whom the trusted proxy says it is asked by */
export async function askSlowly(url: string, client: string): Promise<SlowAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers: { "x-forwarded-for": client } }, resolve).on("error", reject);
  });
  response.setEncoding("utf8");
  return {
    status: response.statusCode,
    headers: response.headers,
    async read(length = Number.POSITIVE_INFINITY) {
      let text = "";
      for await (const part of response.iterator({ destroyOnReturn: false })) {
        text += part;
        if (text.length >= length) break;
      }
      return text;
    },
    goAway: () => response.destroy(),
  };
}
