import { get, type IncomingMessage } from "node:http";

/** A response whose body is not read until the test asks, so the service has to wait. */
export interface SlowAnswer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** Reads to the end, or at least `length` characters. Throws if the response is cut off. */
  read(length?: number): Promise<string>;
  goAway(): void;
}

/** @param client the client's address, as the trusted proxy reports it */
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
