import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What the service writes a rendered page into; the same words stand in its rendered-pages.ts. */
const root = `<div id="root" data-rendered="%parts%"><!--html--></div>
    <script type="application/json" id="answers"><!--answers--></script>`;

/**
 * Writes `frame.html`: the page that browsers get, for a page whose markup is there already. Its styles are in it,
 * and its scripts rest in a template until its faces are there (first-paint.js), so that nothing else has to arrive
 * before the first paint.
 * @param browserFolder what was built for browsers
 */
export function writeFrame(browserFolder: string): Plugin {
  return {
    name: "colonnade:frame",
    apply: "build",
    async generateBundle() {
      const page = await readFile(join(browserFolder, "index.html"), "utf8");
      this.emitFile({ type: "asset", fileName: "frame.html", source: await frame(page) });
    },
  };

  async function frame(page: string): Promise<string> {
    const [sheet = "", href = ""] =
      /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/.exec(page) ?? [];
    const styles = await readFile(join(browserFolder, href), "utf8");
    const early = /\s*<script\b[^>]*\b(?:type="module"|async)[^>]*><\/script>/g;
    const scripts = page.match(early)?.join("") ?? "";
    const [firstPaint = ""] = /<script src="\/first-paint.js"><\/script>/.exec(page) ?? [];
    return page
      .replace(early, "")
      .replace(sheet, "")
      .replace("<script", () => `<style>${styles}</style>\n    <script`)
      .replace('<div id="root"></div>', () => root)
      .replace(
        "</body>",
        () => `  <template id="scripts">${scripts}\n    </template>\n    ${firstPaint}\n  </body>`,
      );
  }
}
