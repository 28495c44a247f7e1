import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isolatedDeclaration } from "rolldown/experimental";
import { defineConfig, type Plugin } from "vite";
import { declareAnswers } from "./declare-answers.ts";

/** Bundles all that the package needs but React, so that it has no dependencies. It runs in browsers, too. */
export default defineConfig({
  plugins: [declareTypes(["client.ts", "react.tsx"])],
  build: {
    target: "es2022",
    minify: false,
    // The licences of what is bundled.
    license: { fileName: "licenses.md" },
    lib: { entry: ["client.ts", "react.tsx"], formats: ["es"] },
    rolldownOptions: { external: /^react(\/|$)/ },
  },
});

/** Writes the types of the modules beside the code, and those of the answers. */
function declareTypes(modules: string[]): Plugin {
  return {
    name: "colonnade:declare-types",
    async generateBundle() {
      for (const name of modules) {
        const source = await readFile(new URL(name, import.meta.url), "utf8");
        const { code, errors } = await isolatedDeclaration(name, source);
        for (const { message } of errors) this.error(message);
        const fileName = name.replace(/[.]tsx?$/, ".d.ts");
        this.emitFile({ type: "asset", fileName, source: code.replaceAll('.ts"', '.js"') });
      }
      const source = declareAnswers(fileURLToPath(new URL("answers.ts", import.meta.url)));
      this.emitFile({ type: "asset", fileName: "answers.d.ts", source });
    },
  };
}
