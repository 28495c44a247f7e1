import { createRequire } from "node:module";
import type * as ClarinetSdk from "@stacks/clarinet-sdk-wasm";

const PACKAGE = "@stacks/clarinet-sdk-wasm";
/** The time of every VM's first block. It is fixed so that a replay sees the same times. */
const EPOCH = Date.UTC(2026, 0, 1);
const require = createRequire(import.meta.url);

/** One WebAssembly instance of the Clarity VM and its linear memory. */
export interface ClarityModule {
  sdk: typeof ClarinetSdk;
  memory: WebAssembly.Memory;
}

/**
 * Loads a fresh copy of the Clarity VM. The package keeps one WebAssembly instance for the whole
 * process and hides its memory; a copy of our own lets each devnet snapshot and rewind its state
 * without touching another's.
 */
export function loadClarityModule(): ClarityModule {
  let memory: WebAssembly.Memory | undefined;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports === undefined ? imports : withFixedClock(imports));
      if (this.exports.memory instanceof WebAssembly.Memory) memory = this.exports.memory;
    }
  };
  // The garbage collector may free an object after the memory was rewound. That address may hold
  // another object by then. Without a registry the package leaves freeing to us.
  const { FinalizationRegistry: registry } = globalThis;
  Reflect.set(globalThis, "FinalizationRegistry", undefined);
  try {
    delete require.cache[require.resolve(PACKAGE)];
    const sdk: typeof ClarinetSdk = require(PACKAGE);
    if (memory === undefined) throw new Error(`${PACKAGE} did not start a WebAssembly instance`);
    return { sdk, memory };
  } finally {
    WebAssembly.Instance = Instance;
    Reflect.set(globalThis, "FinalizationRegistry", registry);
  }
}

/** The imports with the VM's only clock fixed, and its diagnostics kept off the terminal. */
function withFixedClock(imports: WebAssembly.Imports): WebAssembly.Imports {
  return Object.fromEntries(
    Object.entries(imports).map(([namespace, functions]) => [
      namespace,
      Object.fromEntries(
        Object.entries(functions).map(([name, value]) => {
          if (/^__wbg_new_0_[0-9a-f]+$/.test(name)) return [name, () => new Date(EPOCH)];
          if (/^__wbg_(log|error)_[0-9a-f]+$/.test(name) && takesOneArgument(value)) {
            return [name, () => undefined];
          }
          return [name, value];
        }),
      ),
    ]),
  );
}

function takesOneArgument(value: unknown): boolean {
  return typeof value === "function" && value.length === 1;
}
