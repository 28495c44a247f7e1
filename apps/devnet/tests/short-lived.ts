import { fileURLToPath } from "node:url";

/**
 * The environment of a process that a test starts for seconds. V8 leaves WebAssembly, the devnet's VM and the embedded
 * database, as its first compiler made it: to optimize it takes a second of processor time and 600 MB. Code that V8
 * keeps for other processes fits only those with the same flags, so it is kept apart.
 */
export const shortLived = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("baseline-wasm.mjs", import.meta.url)}`,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.cache/node-short-lived", import.meta.url)),
};
