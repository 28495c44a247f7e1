import { readFile } from "node:fs/promises";
import { isolatedDeclaration } from "rolldown/experimental";
import { defineConfig, type Plugin } from "vite";

/** Bundles all that the package needs, so that it has no dependencies. The library runs in browsers, too. */
export default defineConfig({
  plugins: [declareTypes(["verify", "report", "baked-image"])],
  build: {
    target: "es2023",
    minify: false,
    // The licences of what is bundled.
    license: { fileName: "licenses.md" },
    lib: { entry: ["verify.ts", "cli.ts", "baked-image.ts"], formats: ["es"] },
    rolldownOptions: { external: /^node:/ },
  },
});

/** Writes the types of modules beside the code. */
function declareTypes(modules: string[]): Plugin {
  return {
    name: "colonnade:declare-types",
    async generateBundle() {
      for (const name of modules) {
        const source = await readFile(new URL(`${name}.ts`, import.meta.url), "utf8");
        const { code, errors } = await isolatedDeclaration(`${name}.ts`, source);
        for (const { message } of errors) this.error(message);
        const fileName = `${name}.d.ts`;
        this.emitFile({ type: "asset", fileName, source: code.replaceAll('.ts"', '.js"') });
      }
    },
  };
}
