import { type WebConfig, webConfigSchema } from "@colonnade/domain/web-config.ts";

let config: WebConfig | undefined;

/** Sets the network's settings on the service, where no page carries them. */
export function provideRuntimeConfig(settings: WebConfig): void {
  config = settings;
}

/**
 * The network's settings, which the service writes into the page.
 * @throws when the page carries none, or they do not fit the schema
 */
export function runtimeConfig(): WebConfig {
  config ??= webConfigSchema.parse(
    JSON.parse(document.getElementById("colonnade-config")?.textContent ?? "null"),
  );
  return config;
}

/** The explorer's page of a transaction. */
export function explorerLink(txId: string): string {
  const { explorerUrl, network } = runtimeConfig();
  return `${explorerUrl}/txid/${txId}?chain=${network}`;
}
