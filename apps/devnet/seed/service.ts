import { readFile } from "node:fs/promises";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { hashMessage } from "@stacks/encryption";
import { privateKeyToPublic, signMessageHashRsv } from "@stacks/transactions";
import type { DevnetAccount } from "../accounts.ts";

/** Whether the service answers at all. */
export async function serviceAnswers(origin: string): Promise<boolean> {
  try {
    await createClient({ origin })("getStatus");
    return true;
  } catch {
    return false;
  }
}

/** Signs in to the service by a signed message, as a wallet does, and answers a client that is. */
export async function signIn(origin: string, account: DevnetAccount): Promise<Client> {
  let cookie = "";
  const api = createClient({
    origin,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", origin);
      if (cookie !== "") headers.set("cookie", cookie);
      const response = await fetch(input, { ...init, headers });
      const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
      if (set.length > 0) cookie = set.join("; ");
      return response;
    },
  });
  const challenge = await api("getChallenge", { query: { address: account.address } });
  const signature = signMessageHashRsv({
    messageHash: Buffer.from(hashMessage(challenge.message)).toString("hex"),
    privateKey: account.privateKey,
  });
  await api("signIn", {
    body: {
      address: account.address,
      nonce: challenge.nonce,
      publicKey: String(privateKeyToPublic(account.privateKey)),
      signature,
    },
  });
  return api;
}

/** Uploads a PNG of the seed's and answers its address, `ipfs://{cid}`. */
export async function uploadImage(api: Client, image: string): Promise<string> {
  const bytes = await readFile(new URL(`images/${image}`, import.meta.url));
  const file = new File([new Uint8Array(bytes)], image, { type: "image/png" });
  const { cid } = await api("uploadImage", { file });
  return `ipfs://${cid}`;
}
