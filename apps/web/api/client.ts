import type { Client } from "@colonnade/domain/http/client.ts";

/** Loaded at the first call, because the landing page needs none of the contract's schemas. */
let client: Promise<Client> | undefined;

async function loadClient(): Promise<Client> {
  const { createCurrentClient } = await import("./current-client.ts");
  return createCurrentClient();
}

/** Calls the cache API of the page's origin. Fails with domain's ApiError; see `statusOf`. */
export const api: Client = async (name, ...args) => {
  client ??= loadClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return (await client)(name, ...args);
};
