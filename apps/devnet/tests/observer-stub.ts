import { once } from "node:events";
import { createServer } from "node:http";
import type { NewBlock } from "../chain/block.ts";

/** A stand-in for the service's block port: it remembers what it was posted. */
export interface ObserverStub extends AsyncDisposable {
  readonly url: string;
  /** Every post in its order, refused ones too. */
  readonly posts: NewBlock[];
  /** Those it answered 200 for. */
  readonly accepted: NewBlock[];
  /** Statuses for the next posts; 200 when there are none. */
  readonly answers: number[];
}

export async function startObserverStub(port = 0): Promise<ObserverStub> {
  const posts: NewBlock[] = [];
  const accepted: NewBlock[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const block: NewBlock = JSON.parse(text);
      const status = request.url === "/new_block" ? (answers.shift() ?? 200) : 404;
      posts.push(block);
      if (status === 200) accepted.push(block);
      response.writeHead(status).end();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    posts,
    accepted,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
