import { readFile } from "node:fs/promises";
import { preloads, viewerTarget } from "@colonnade/domain/pages.ts";
import { minify, type Plugin, type Rolldown } from "vite";
import { storageKeys } from "../features/wallet/storage.ts";

/** The module that every page but the landing loads after the entry. */
const BARS = "layout/bars.tsx";
/** The module that a page with calls loads. */
const CLIENT = "web/api/current-client.ts";

/**
 * Writes `preload.js`, which requests the page's code and data while the entry still loads. One index.html serves
 * every address, so a script has to look at the address.
 */
export function preloadPages(): Plugin {
  return {
    name: "colonnade:preload-pages",
    apply: "build",
    async generateBundle(_options, bundle) {
      const screens = await readScreens();
      const barFiles = filesOf(bundle, BARS);
      const rows = preloads.flatMap(({ route, pattern, targets }): PreloadRow[] => {
        if (route === "/") return [];
        const screen = screens.get(route);
        if (screen === undefined) throw new Error(`routes.tsx has no lazy screen at ${route}`);
        const files = filesOf(bundle, screen).filter((file) => !barFiles.includes(file));
        return [[route === "*" ? "" : pattern, files, targets]];
      });
      const parameters = [
        rows,
        barFiles,
        filesOf(bundle, CLIENT),
        storageKeys.principal,
        viewerTarget,
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

/** The file of each lazy screen by its route, as routes.tsx imports it. */
async function readScreens(): Promise<Map<string, string>> {
  const source = await readFile(new URL("../routes.tsx", import.meta.url), "utf8");
  const rows = source.matchAll(/"([^"]+)": lazily\(\s*"[^"]+",[^"]+import\("\.\/([^"]+)"/g);
  return new Map([...rows].map(([, route = "", file = ""]) => [route, file]));
}

/** The files of a module's chunk and of all its imports, without the entry, which loads anyway. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (first === undefined) throw new Error(`No chunk holds ${source}`);
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || chunk.isEntry || files.has(file)) return;
    files.add(file);
    for (const imported of chunk.imports) add(imported);
  };
  add(first.fileName);
  return [...files].map((file) => `/${file}`);
}

/** A page's path as an expression, the files of its own code, and its first calls (domain's pages.ts). */
type PreloadRow = [pattern: string, files: string[], targets: string[]];

/**
 * Runs in the browser. Its source is copied into `preload.js`, so it cannot use anything outside itself.
 * @param barFiles the code of every page but the landing
 * @param clientFiles the code that calls the service
 * @param principalKey the storage key of the connected principal
 * @param viewerTarget the request for the viewer's data
 */
function preloadPage(
  rows: PreloadRow[],
  barFiles: string[],
  clientFiles: string[],
  principalKey: string,
  viewerTarget: string,
): void {
  const { pathname, search } = location;
  if (pathname === "/") return;
  // The last row, the page "Not found", matches every path.
  const row = rows.find(([one]) => new RegExp(one).test(pathname));
  if (row === undefined) return;
  const [pattern, files, targets] = row;
  const ask = (attributes: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), attributes));
  const askData = (href: string) => ask({ rel: "preload", as: "fetch", crossOrigin: "", href });
  let me = "";
  try {
    me = localStorage.getItem(principalKey)?.match(/^\w+$/)?.[0] ?? "";
  } catch {
    // Storage may be forbidden. Then no principal is known.
  }
  // A search needs other data, and a rendered page has its data already.
  const isAnswered = document.getElementById("answers") !== null;
  const own = isAnswered || new URLSearchParams(search).has("search") ? [] : targets;
  const parameter = new RegExp(pattern).exec(pathname)?.[1] ?? "";
  const asked = [...own, viewerTarget]
    .filter((target) => me !== "" || !target.includes("$me"))
    .map((target) => target.replace("$1", parameter).replace("$me", me));
  const isAsking = !isAnswered || asked.length > 0;
  for (const href of new Set([...barFiles, ...files, ...(isAsking ? clientFiles : [])])) {
    ask({ rel: "modulepreload", href });
  }
  for (const href of new Set(asked)) askData(href);
}
