import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { aliases } from "./build/aliases.ts";
import { writeFrame } from "./build/frame.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What the service renders pages with: built after what browsers load, whose page it is framed by. */
export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [react(), writeFrame(`${here}dist`)],
  resolve: { alias: aliases },
  // React is quicker, and says less, where it knows that nobody develops with it.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: {
    noExternal: true,
    // Loaded when somebody presses something, which nobody does there.
    external: ["@stacks/auth", "@stacks/connect", "@stacks/encryption", "@stacks/transactions"],
  },
  build: {
    ssr: "server.tsx",
    outDir: "dist-server",
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: "[name].js" } },
  },
});
