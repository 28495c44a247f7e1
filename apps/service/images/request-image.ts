import type { IncomingMessage } from "node:http";
import { type Agent, get } from "node:https";
import { isWebAddress } from "@colonnade/domain/image-address.ts";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";

/** Another host's image could not be loaded. The message says why, for the log. */
export class LinkedImageError extends Error {
  override readonly name = "LinkedImageError";
}

/** Milliseconds for everything, redirects included. Less than a request may take (decision 45). */
const TIMEOUT = 3_500;
/** Bytes. */
const LARGEST = 5_000_000;
const MOST_REDIRECTS = 3;
const redirects = [301, 302, 303, 307, 308];
/** The headers do not say who looks at the image, or on which page. */
const headers = {
  accept: "image/avif, image/webp, image/png, image/jpeg, image/gif",
  "accept-encoding": "identity",
  "user-agent": "Colonnade",
};

/**
 * Keeps requests out of private networks. It looks at the address that a connection goes to, after DNS, so a second DNS
 * answer cannot lead elsewhere. Each redirect is a connection of its own.
 */
export const createPublicAgent = (): Agent => new RequestFilteringHttpsAgent();

/**
 * Loads an image from another host.
 * @param address as `normalizeImage` spells it
 * @throws LinkedImageError
 */
export async function requestImage(address: string, agent: Agent): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT);
  let next = address;
  for (let step = 0; step <= MOST_REDIRECTS; step += 1) {
    const answer = await ask(next, agent, signal);
    if (typeof answer !== "string") return answer;
    next = answer;
  }
  throw new LinkedImageError(`More than ${MOST_REDIRECTS} redirects`);
}

/** @returns the body, or where it redirects to */
async function ask(address: string, agent: Agent, signal: AbortSignal) {
  if (!isWebAddress(address)) throw new LinkedImageError(`${address} is not a public web address`);
  try {
    return await new Promise<Uint8Array | string>((resolve, reject) => {
      const request = get(address, { agent, headers, signal }, (response) => {
        read(response, address)
          .then(resolve, reject)
          .finally(() => request.destroy());
      });
      request.on("error", reject);
    });
  } catch (error) {
    if (error instanceof LinkedImageError) throw error;
    throw new LinkedImageError("The host cannot be reached", { cause: error });
  }
}

async function read(response: IncomingMessage, address: string): Promise<Uint8Array | string> {
  const { statusCode = 0, headers: received } = response;
  if (redirects.includes(statusCode) && received.location !== undefined) {
    return new URL(received.location, address).href;
  }
  if (statusCode !== 200) throw new LinkedImageError(`The host answered ${statusCode}`);
  if (!received["content-type"]?.startsWith("image/")) throw new LinkedImageError("Not an image");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST) throw new LinkedImageError(`More than ${LARGEST} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
