// Node has this, but @types/node leaves it out.
declare namespace WebAssembly {
  /** Compiles a program. */
  function compile(program: Uint8Array): Promise<Module>;
}
