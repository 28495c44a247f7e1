import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL("verify", import.meta.url));

/**
 * The page that checks proofs, as one file without imports: it works from a disk, too. Only its fonts are separate
 * files, which it shares with the web app. Built after the web app, into its folder.
 */
export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [react(), tailwindcss(), writeOneFile()],
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    outDir: "../dist",
    emptyOutDir: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    license: { fileName: "licenses/verify.txt" },
    rolldownOptions: { input: `${here}/verify.html`, output: { codeSplitting: false } },
  },
});

/** Moves scripts and styles into the page, and writes a policy into it that allows only these. */
function writeOneFile(): Plugin {
  return {
    name: "colonnade:one-file",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After Vite's list of licences, which reads the chunks.
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const page = files.find(({ fileName }) => fileName === "verify.html");
        const style = files.find(({ fileName }) => fileName.endsWith(".css"));
        const script = files.find(({ type }) => type === "chunk");
        if (page?.type !== "asset" || style?.type !== "asset" || script?.type !== "chunk") {
          return this.error("The build is not one page, one style sheet and one script");
        }
        // Neither the script nor the styles may end their element.
        const code = script.code
          .trim()
          .replaceAll("</script", "<\\/script")
          .replaceAll("<!--", "<\\!--");
        const all = String(style.source).trim().replaceAll("</", "<\\/");
        // A copy on a disk has no such files, and does not look for them. See main.tsx.
        const fonts = (all.match(FONT_FACES) ?? []).join("");
        const rules = all.replaceAll(FONT_FACES, "");
        const policy = [
          "default-src 'none'",
          `script-src '${digestOf(code)}'`,
          `style-src '${digestOf(rules)}' '${digestOf(fonts)}'`,
          "font-src 'self'",
          "img-src blob: data:",
          // The reader names the nodes and the address of the proof.
          "connect-src http: https:",
          "form-action 'none'",
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ].join("; ");
        const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
        page.source = String(page.source)
          .replace(/\s*<link\b[^>]*\brel="stylesheet"[^>]*>/, "")
          .replace(/\s*<script\b[^>]*\btype="module"[^>]*><\/script>/, "")
          .replace(/(<meta charset="utf-8"[^>]*>)/, (charset) => `${charset}\n    ${meta}`)
          .replace("</head>", () => `  <style>${rules}</style>\n${hidden(fonts)}  </head>`)
          .replace("</body>", () => `  <script type="module">${code}</script>\n  </body>`);
        delete bundle[style.fileName];
        delete bundle[script.fileName];
      },
    },
  };
}

/** Font faces whose files are on the site. Those of the device have no address. */
const FONT_FACES = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** Rules that apply to nothing until a script says so. */
const hidden = (rules: string) => `    <style id="site-fonts" media="not all">${rules}</style>\n`;

const digestOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
