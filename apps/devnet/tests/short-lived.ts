import { fileURLToPath } from "node:url";

/**
 * The environment of a process that a test starts for seconds. V8 does not optimize WebAssembly there: for the devnet's
 * VM and the embedded database that takes a second of processor time and 600 MB. V8's cached code fits only processes
 * with the same flags, so theirs has a folder of its own.
 */
export const shortLived = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("baseline-wasm.mjs", import.meta.url)}`,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.cache/node-short-lived", import.meta.url)),
};
