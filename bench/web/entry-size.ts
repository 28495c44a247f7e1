import { get } from "node:http";

/**
 * Bytes of every script and style that the first page's html names, as the service sends them. Of the plain page:
 * a rendered one has its styles in it.
 */
export async function measureEntry(origin: string): Promise<number> {
  const page = await (await fetch(`${origin}/`, { headers: { prefer: "return=minimal" } })).text();
  const named = [
    ...page.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g),
    ...page.matchAll(/<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*\bhref="([^"]+)"/g),
  ];
  if (named.length < 2) throw new Error("The first page names no scripts and styles");
  const sizes = await Promise.all(named.map(([, path = ""]) => bodySize(`${origin}${path}`)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of a body as a browser receives it, which `fetch` would unpack. */
function bodySize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
      });
      response.on("end", () => resolve(size));
    }).on("error", reject);
  });
}
