import { readConfig } from "@colonnade/domain/config.ts";
import { webConfig } from "@colonnade/domain/web-config.ts";
import type { Plugin } from "vite";

/** What the service does in production, for the dev server: the network's settings, written into the page. */
export function writeRuntimeConfig(): Plugin {
  return {
    name: "colonnade:runtime-config",
    apply: "serve",
    transformIndexHtml() {
      return [
        {
          tag: "script",
          injectTo: "head",
          attrs: { type: "application/json", id: "colonnade-config" },
          children: JSON.stringify(webConfig(readConfig(process.env))).replaceAll("<", "\\u003c"),
        },
      ];
    },
  };
}
