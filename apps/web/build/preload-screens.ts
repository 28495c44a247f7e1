import { arrivals, templateOf, viewerCall } from "@colonnade/domain/http/first-calls.ts";
import { minify, type Plugin, type Rolldown } from "vite";
import { storageKeys } from "../features/wallet/storage.ts";
import { asking, everywhere, screens } from "./arrivals.ts";
import { type PreloadRow, preloadPage } from "./preload-page.ts";

type Bundle = Rolldown.OutputBundle;

/** A chunk and everything it imports, without what the page has loaded already. */
function withImports(bundle: Bundle, file: string, seen: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || chunk.isEntry || seen.has(file)) return;
  seen.add(file);
  for (const imported of chunk.imports) withImports(bundle, imported, seen);
}

function filesOf(bundle: Bundle, sources: string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const seen = new Set<string>();
  for (const source of sources) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    if (chunk === undefined) throw new Error(`No chunk holds ${source}`);
    withImports(bundle, chunk.fileName, seen);
  }
  return [...seen].map((file) => `/${file}`);
}

/**
 * Writes `preload.js`, which asks for the code and the data of the page while the entry is still on its way,
 * instead of after it. The one index.html serves every address, so a script has to look at the address.
 */
export function preloadScreens(): Plugin {
  return {
    name: "colonnade:preload-screens",
    apply: "build",
    async generateBundle(_options, bundle) {
      const barFiles = filesOf(bundle, everywhere);
      const rows = arrivals.flatMap(({ route, path, calls }): PreloadRow[] => {
        if (route === "/") return [];
        const files = filesOf(bundle, [screens[route]]).filter((file) => !barFiles.includes(file));
        return [[route === "*" ? "" : path, files, calls.map(templateOf)]];
      });
      const parameters = [
        rows,
        barFiles,
        filesOf(bundle, asking),
        storageKeys.principal,
        templateOf(viewerCall),
      ];
      const source = `(${preloadPage})(${parameters.map((one) => JSON.stringify(one)).join(", ")});`;
      const { code } = await minify("preload.js", source);
      this.emitFile({ type: "asset", fileName: "preload.js", source: code });
    },
    transformIndexHtml: () => [
      { tag: "script", injectTo: "head-prepend", attrs: { async: true, src: "/preload.js" } },
    ],
  };
}
