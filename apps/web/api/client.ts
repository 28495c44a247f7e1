import type { Client } from "@colonnade/domain/http/client.ts";

/** Loaded at the first call: the contract's schemas are no part of the first screen. */
const loading = async () => {
  const { createClient } = await import("@colonnade/domain/http/client.ts");
  return createClient();
};
let client: Promise<Client> | undefined;

/** The cache API of the page's own origin. Fails with domain's ApiError; see `statusOf`. */
export const api: Client = async (name, ...args) => {
  client ??= loading().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return (await client)(name, ...args);
};
