import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { aliases } from "./build/aliases.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The bundle that renders pages on the service. Built after the browser's, whose page is its frame. */
export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [react(), writeFrame(`${here}dist`)],
  resolve: { alias: aliases },
  // React's production build is faster and logs less.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: {
    noExternal: true,
    // Loaded only on a click, which never happens on the service.
    external: ["@stacks/auth", "@stacks/connect", "@stacks/encryption", "@stacks/transactions"],
  },
  build: {
    ssr: "server.tsx",
    outDir: "dist-server",
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: "[name].js" } },
  },
});

/**
 * Writes `frame.html`, the page into which server.tsx writes rendered markup. Its styles are inline, so that the
 * first paint needs no other file. Its scripts wait in a template until its fonts are loaded (first-paint.js).
 * @param browserFolder the folder of the browser's build
 */
function writeFrame(browserFolder: string): Plugin {
  return {
    name: "colonnade:frame",
    apply: "build",
    async generateBundle() {
      const page = await readFile(join(browserFolder, "index.html"), "utf8");
      const [sheet = "", href = ""] =
        /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/.exec(page) ?? [];
      const styles = await readFile(join(browserFolder, href), "utf8");
      const early = /\s*<script\b[^>]*\b(?:type="module"|async)[^>]*><\/script>/g;
      const scripts = page.match(early)?.join("") ?? "";
      const [firstPaint = ""] = /<script src="\/first-paint.js"><\/script>/.exec(page) ?? [];
      const end = `  <template id="scripts">${scripts}\n    </template>\n    ${firstPaint}\n  </body>`;
      const source = page
        .replace(early, "")
        .replace(sheet, "")
        .replace("<script", () => `<style>${styles}</style>\n    <script`)
        .replace("</body>", () => end);
      this.emitFile({ type: "asset", fileName: "frame.html", source });
    },
  };
}
