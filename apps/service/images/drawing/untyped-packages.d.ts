// The parts that we use of packages without types.

declare module "linebreak" {
  /** Finds where a text may be broken into lines (UAX #14). */
  class LineBreaker {
    constructor(text: string);
    /** @returns null after the end of the text */
    nextBreak(): { position: number } | null;
  }
  export = LineBreaker;
}

// The package's types describe a module. Of its files, only this one is a module.
declare module "bidi-js/dist/bidi.mjs" {
  import type { Bidi } from "bidi-js";

  function bidiFactory(): Bidi;
  export = bidiFactory;
}
