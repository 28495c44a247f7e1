/** A page's path, the files of its own code and its first calls (domain's first-calls.ts). */
export type PreloadRow = [path: string, files: string[], calls: string[]];

/**
 * Runs in the browser, written into `preload.js` as it stands here: asks for the code and the data of the page
 * while the entry is still on its way.
 * @param barFiles the code of every page but the landing
 * @param callFiles the code that makes calls
 * @param principalKey where the device remembers who is connected
 * @param viewerCall what a page asks of them
 */
export function preloadPage(
  rows: PreloadRow[],
  barFiles: string[],
  callFiles: string[],
  principalKey: string,
  viewerCall: string,
): void {
  const { pathname, search } = location;
  if (pathname === "/") return;
  // The last row, of the page that is there where no other is, fits everywhere.
  const [path, files, calls] = rows.find(([path]) => new RegExp(path).test(pathname)) ?? [
    "",
    [],
    [],
  ];
  const ask = (attributes: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), attributes));
  const askData = (href: string) => ask({ rel: "preload", as: "fetch", crossOrigin: "", href });
  let viewer: string | null = null;
  try {
    viewer = localStorage.getItem(principalKey);
  } catch {
    // Storage may be forbidden; then nobody is remembered.
  }
  const me = viewer !== null && /^\w+$/.test(viewer) ? viewer : null;
  // A search asks for something else, and a rendered page has its answers with it.
  const isAnswered = document.getElementById("answers") !== null;
  const own = isAnswered || new URLSearchParams(search).has("search") ? [] : calls;
  const about = new RegExp(path).exec(pathname)?.[1] ?? "";
  const asked = [...own, viewerCall]
    .filter((call) => me !== null || !call.includes("$me"))
    .map((call) => call.replace("$1", about).replace("$me", me ?? ""));
  const isAsking = !isAnswered || asked.length > 0;
  for (const href of new Set([...barFiles, ...files, ...(isAsking ? callFiles : [])])) {
    ask({ rel: "modulepreload", href });
  }
  for (const href of new Set(asked)) askData(href);
}
