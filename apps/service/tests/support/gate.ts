import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

/** An address that does not answer before `open` is called. */
interface Gate extends AsyncDisposable {
  url: string;
  /** Resolves when the first request arrives. */
  reached: Promise<unknown>;
  open(): void;
}

export async function buildGate(): Promise<Gate> {
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  const server = createServer((_, response) => {
    if (isOpen) response.end();
    else waiting.push(response);
  });
  const reached = once(server, "request");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const open = () => {
    isOpen = true;
    for (const response of waiting.splice(0)) response.end();
  };
  return {
    url: `http://127.0.0.1:${address.port}/`,
    reached,
    open,
    async [Symbol.asyncDispose]() {
      open();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
