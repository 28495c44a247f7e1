import { type WebConfig, webConfigSchema } from "@colonnade/domain/web-config.ts";

let config: WebConfig | undefined;

/** Gives the network's settings where there is no page that carries them. */
export function provideRuntimeConfig(settings: WebConfig): void {
  config = settings;
}

/**
 * The network's settings, which the service writes into the page.
 * @throws when the page carries none, or ones that do not fit
 */
export function runtimeConfig(): WebConfig {
  config ??= webConfigSchema.parse(
    JSON.parse(document.getElementById("colonnade-config")?.textContent ?? "null"),
  );
  return config;
}
