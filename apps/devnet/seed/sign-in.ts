import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { hashMessage } from "@stacks/encryption";
import { privateKeyToPublic, signMessageHashRsv } from "@stacks/transactions";
import type { DevnetAccount } from "../accounts.ts";

/** Signs in to the service with a signed message, as a wallet does. Returns the signed-in client. */
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
