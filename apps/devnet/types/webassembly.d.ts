/** The parts of WebAssembly that the devnet uses. Node has them, but only the DOM's types declare them. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  class Module {
    private constructor();
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
  class RuntimeError extends Error {}
}
