import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";

/**
 * Connects, says something, and leaves the connection as it is.
 * @param client an address of this machine
 */
export async function say(url: string, words: string, client = "127.0.0.1"): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: client });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(words);
  return socket;
}

/**
 * Asks on a connection of its own, and reads nothing but the head of the response.
 * @param client an address of this machine
 */
export function getAs(
  url: string,
  client = "127.0.0.1",
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, localAddress: client, headers };
    get(url, options, (response) => resolve(response.resume())).on("error", reject);
  });
}
