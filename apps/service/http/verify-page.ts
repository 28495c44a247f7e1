import { join } from "node:path";
import { verifySettings } from "@colonnade/domain/config.ts";
import type { Services } from "./services.ts";
import { openWebFiles, type WebFile } from "./web-files.ts";
import { injectSettings } from "./web-routes.ts";

/** Opens the page that checks proofs, with what this service proposes in it; null where it is not built. */
export function openVerifyPage({
  config,
  webFolder,
}: Pick<Services, "config" | "webFolder">): () => Promise<WebFile | null> {
  const settings = JSON.stringify(verifySettings(config)).replaceAll("<", "\\u003c");
  const open = openWebFiles((page) => injectSettings(page, settings));
  return () => open(join(webFolder, "verify.html"));
}
