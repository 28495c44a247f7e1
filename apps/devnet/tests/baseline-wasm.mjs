import { setFlagsFromString } from "node:v8";

// Preloaded by `shortLived`.
for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) {
  setFlagsFromString(flag);
}
