import type { Plugin, Rolldown } from "vite";

/** What every page but the landing loads after the entry. */
const everywhere = ["layout/bars.tsx", "domain/http/client.ts"];

/** The pages that people arrive at from outside, and the screen each begins with. */
const arrivals: [path: string, screen: string][] = [
  ["^/home$", "screens/feed/feed.tsx"],
  ["^/profile$", "screens/profile/own-profile.tsx"],
  ["^/profile/", "screens/profile/public-profile.tsx"],
  ["^/org/", "screens/organization/organization-page.tsx"],
  ["^/.", ""],
];

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
    if (chunk !== undefined) withImports(bundle, chunk.fileName, seen);
  }
  return [...seen].map((file) => `/${file}`);
}

/**
 * Writes `preload.js`, which asks for the code of the page's own screen while the entry is still on its way,
 * instead of after it. The one index.html serves every address, so a script has to look at the address.
 */
export function preloadScreens(): Plugin {
  return {
    name: "colonnade:preload-screens",
    apply: "build",
    generateBundle(_options, bundle) {
      const table = arrivals.map(([path, screen]) => [
        path,
        filesOf(bundle, screen === "" ? everywhere : [...everywhere, screen]),
      ]);
      this.emitFile({
        type: "asset",
        fileName: "preload.js",
        source: `for (const [path, files] of ${JSON.stringify(table)}) {
  if (!new RegExp(path).test(location.pathname)) continue;
  for (const href of files) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  break;
}
`,
      });
    },
    transformIndexHtml: () => [
      { tag: "script", injectTo: "head-prepend", attrs: { async: true, src: "/preload.js" } },
    ],
  };
}
