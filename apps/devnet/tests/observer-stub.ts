import { once } from "node:events";
import { createServer } from "node:http";
import type { NewBlock } from "../chain/block.ts";

/** A stand-in for the service's block port. It keeps everything that it gets. */
export interface ObserverStub extends AsyncDisposable {
  readonly url: string;
  /** Every posted block in order, refused ones too. */
  readonly posts: NewBlock[];
  /** Blocks that were answered with 200. */
  readonly accepted: NewBlock[];
  /** Everything that was answered with 200, by its path. */
  readonly all: { path: string; body: unknown }[];
  /** Statuses for the next blocks. Without one, a block is answered with 200. */
  readonly answers: number[];
}

export async function startObserverStub(port = 0): Promise<ObserverStub> {
  const posts: NewBlock[] = [];
  const accepted: NewBlock[] = [];
  const all: { path: string; body: unknown }[] = [];
  const answers: number[] = [];
  const keep = (path: string, text: string): void => {
    all.push({ path, body: JSON.parse(text) });
    if (path === "/new_block") accepted.push(JSON.parse(text));
  };
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const { url: path = "" } = request;
      const status = path === "/new_block" ? (answers.shift() ?? 200) : 200;
      if (path === "/new_block") posts.push(JSON.parse(text));
      if (status === 200) keep(path, text);
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
    all,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
