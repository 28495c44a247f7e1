/** A page's path, the files of its code, and its first calls (see arrivals.ts). */
export type PreloadRow = [path: string, files: string[], calls: string[]];

/**
 * Runs in the browser, written into `preload.js` as it stands here: asks for the code and the data of the page
 * while the entry is still on its way.
 * @param principalKey where the device remembers who is connected
 */
export function preloadPage(rows: PreloadRow[], principalKey: string): void {
  const { pathname, search } = location;
  const row = rows.find(([path]) => new RegExp(path).test(pathname));
  if (row === undefined) return;
  const [path, files, calls] = row;
  const ask = (attributes: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), attributes));
  const askData = (href: string) => ask({ rel: "preload", as: "fetch", crossOrigin: "", href });
  for (const href of files) ask({ rel: "modulepreload", href });
  const own = "/api/column?principal=";
  // A search asks for something else.
  const isSearch = new URLSearchParams(search).has("search");
  const asked = isSearch ? [] : calls.map((call) => pathname.replace(new RegExp(path), call));
  try {
    const principal = localStorage.getItem(principalKey);
    if (principal !== null && /^\w+$/.test(principal)) asked.push(own + principal);
  } catch {
    // Storage may be forbidden; then nobody is remembered.
  }
  for (const href of new Set(asked)) askData(href);
}
