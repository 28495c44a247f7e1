import { createServer } from "node:http";
import { listen, stopListening } from "../apps/service/server/listen.ts";

/** A public network's address: the API, and the node's own routes of version 3, which the API does not pass on. */
export interface PublicNode extends AsyncDisposable {
  readonly url: string;
}

export async function startPublicNode(apiUrl: string, nodeUrl: string): Promise<PublicNode> {
  const server = createServer(({ url: path = "" }, response) => {
    const from = path.startsWith("/v3/") ? nodeUrl : apiUrl;
    fetch(`${from}${path}`)
      .then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "text/plain";
        response.writeHead(answer.status, { "content-type": type }).end(await answer.text());
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  const port = await listen(server, 0, "");
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => stopListening(server),
  };
}
