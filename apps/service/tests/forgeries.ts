import { createHash } from "node:crypto";
import { hashMessage } from "@stacks/encryption";
import {
  AddressVersion,
  Cl,
  compressPublicKey,
  getAddressFromPublicKey,
  publicKeyToAddress,
  signMessageHashRsv,
  signStructuredData,
  uncompressPublicKey,
} from "@stacks/transactions";
import { signedChallenge } from "./support/fixture.ts";
import { alice, bob, type Person } from "./support/people.ts";

/** An open challenge, and a number that differs from try to try. */
interface Target {
  message: string;
  nonce: string;
  seed: number;
}

/** What comes of a forgery, as status and code. */
const REFUSED = {
  /** The signature is not alice's for this challenge. */
  signature: "401 signature_verification_failure",
  /** There is no such open challenge for this address. */
  challenge: "401 login_failed",
  /** It does not have the shape of a sign-in. */
  shape: "400 validation_error",
} as const;

export interface Forgery {
  how: string;
  refused: string;
  /** The address that the challenge is for, if not alice's. */
  asksFor?: string;
  /** What became of the challenge before. */
  before?: "used" | "expired";
  forge(target: Target): object;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** The same digits for the same seed. */
const digitsOf = (seed: number, length: number) => sha256(`forgery ${seed}`).slice(0, length);

const signHash = (messageHash: string, { privateKey }: Person = alice) =>
  signMessageHashRsv({ messageHash, privateKey });
const honest = ({ message, nonce }: Target) => signedChallenge(alice, message, nonce);
/** Alice signed another text than the challenge. */
const signedOther = (how: string, change: (target: Target) => string): Forgery => ({
  how,
  refused: REFUSED.signature,
  forge: (target) => {
    const changed = change(target);
    if (changed === target.message) throw new Error(`Nothing is forged: ${how}`);
    return { ...honest(target), signature: signHash(hex(hashMessage(changed))) };
  },
});
/** Alice signed these bytes instead of the message's. */
const signedBytes = (how: string, bytes: (message: Buffer) => Uint8Array): Forgery => ({
  how,
  refused: REFUSED.signature,
  forge: (target) => ({
    ...honest(target),
    signature: signHash(sha256(bytes(Buffer.from(target.message)))),
  }),
});
/** The honest sign-in with some fields changed. */
const changed = (
  how: string,
  refused: string,
  change: (body: ReturnType<typeof honest>, target: Target) => object,
): Forgery => ({
  how,
  refused,
  forge: (target) => {
    const body = honest(target);
    return { ...body, ...change(body, target) };
  },
});
const changedSignature = (how: string, change: (signature: string, seed: number) => string) =>
  changed(how, REFUSED.signature, ({ signature }, { seed }) => ({
    signature: change(signature, seed),
  }));
const misshapen = (how: string, change: (body: ReturnType<typeof honest>) => object) =>
  changed(how, REFUSED.shape, change);

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const scalar = (value: bigint) => value.toString(16).padStart(64, "0");
/** `r`, `s` and the recovery id of a signature. */
const partsOf = (signature: string) => ({
  r: signature.slice(0, 64),
  s: BigInt(`0x${signature.slice(64, 128)}`),
  recovery: Number.parseInt(signature.slice(128), 16),
});
/** The other signature that the same key and text have. Anybody can compute it. */
const mirrored = (signature: string) => {
  const { r, s, recovery } = partsOf(signature);
  return `${r}${scalar(ORDER - s)}${recoveryOf(recovery ^ 1)}`;
};
const recoveryOf = (id: number) => id.toString(16).padStart(2, "0");

const onMainnet = getAddressFromPublicKey(alice.publicKey, "mainnet");
const multisig = publicKeyToAddress(AddressVersion.TestnetMultiSig, alice.publicKey);

/** Bytes after a prefix and a length, as wallets sign texts. */
const prefixed = (prefix: string, length: number[]) => (message: Buffer) =>
  Buffer.concat([Buffer.from(prefix, "latin1"), Buffer.from(length), message]);
const lengthOf = (message: Buffer) => [0xfd, message.length & 255, message.length >> 8];

/** Ways to sign in as alice without her consent to this challenge. */
export const forgeries: Forgery[] = [
  // Another text.
  signedOther("another site's text", ({ message }) => message.replace(/^\S+/, "evil.example")),
  signedOther("a site whose name begins alike", ({ message, seed }) =>
    message.replace(/^\S+/, (host) => `${host}.x${seed}.example`),
  ),
  signedOther("another URI", ({ message }) =>
    message.replace(/URI: \S+/, "URI: https://evil.example"),
  ),
  signedOther("another nonce", ({ message, nonce, seed }) =>
    message.replace(nonce, digitsOf(seed, 32)),
  ),
  signedOther("another chain id", ({ message, seed }) =>
    message.replace(/Chain ID: \d+/, `Chain ID: ${seed}`),
  ),
  signedOther("another address in the text", ({ message }) =>
    message.replace(alice.address, bob.address),
  ),
  signedOther("another version", ({ message }) => message.replace("Version: 1", "Version: 2")),
  signedOther("a later expiry", ({ message }) =>
    message.replace(/Expiration Time: \d+/, "Expiration Time: 2999"),
  ),
  signedOther("an earlier time of issue", ({ message }) =>
    message.replace(/Issued At: \d+/, "Issued At: 1999"),
  ),
  signedOther("the text in lower case", ({ message }) => message.toLowerCase()),
  signedOther("the text in upper case", ({ message }) => message.toUpperCase()),
  signedOther("a text with other line ends", ({ message }) => message.replaceAll("\n", "\r\n")),
  signedOther("a text with a space at its end", ({ message }) => `${message} `),
  signedOther("a text without its last character", ({ message }) => message.slice(0, -1)),
  signedOther("a text with one character changed", ({ message, seed }) => {
    const place = seed % message.length;
    const other = message[place] === "x" ? "y" : "x";
    return `${message.slice(0, place)}${other}${message.slice(place + 1)}`;
  }),
  signedOther("no text", () => ""),

  // Another type of message.
  signedBytes("the bare text", (message) => message),
  signedBytes("the prefix of wallets before 2022", (message) =>
    prefixed("\x18Stacks Message Signing:\n", lengthOf(message))(message),
  ),
  signedBytes("Bitcoin's prefix", (message) =>
    prefixed("\x18Bitcoin Signed Message:\n", lengthOf(message))(message),
  ),
  signedBytes("Ethereum's prefix", (message) =>
    prefixed(`\x19Ethereum Signed Message:\n${message.length}`, [])(message),
  ),
  signedBytes("the prefix with another length of itself", (message) =>
    prefixed("\x19Stacks Signed Message:\n", lengthOf(message))(message),
  ),
  signedBytes("the prefix without the text's length", prefixed("\x17Stacks Signed Message:\n", [])),
  signedBytes("a length that leaves the text's end out", (message) =>
    prefixed("\x17Stacks Signed Message:\n", [message.length & 127])(message),
  ),
  signedBytes("the text hashed twice", (message) =>
    createHash("sha256")
      .update(prefixed("\x17Stacks Signed Message:\n", lengthOf(message))(message))
      .digest(),
  ),
  {
    how: "structured data",
    refused: REFUSED.signature,
    forge: (target) => ({
      ...honest(target),
      signature: signStructuredData({
        message: Cl.stringUtf8(target.message),
        domain: Cl.tuple({
          name: Cl.stringAscii("Colonnade"),
          version: Cl.stringAscii("1"),
          "chain-id": Cl.uint(2147483648),
        }),
        privateKey: alice.privateKey,
      }),
    }),
  },

  // Another signer.
  {
    how: "another's signature and key",
    refused: REFUSED.signature,
    forge: ({ message, nonce }) => ({
      ...signedChallenge(bob, message, nonce),
      address: alice.address,
    }),
  },
  changed("another's signature", REFUSED.signature, (_, { message }) => ({
    signature: signHash(hex(hashMessage(message)), bob),
  })),
  changed("another's key", REFUSED.signature, () => ({ publicKey: bob.publicKey })),
  changed("the key with its sign turned", REFUSED.signature, ({ publicKey }) => ({
    publicKey: `${publicKey.startsWith("02") ? "03" : "02"}${publicKey.slice(2)}`,
  })),
  changed("the key uncompressed, which is another address", REFUSED.signature, ({ publicKey }) => ({
    publicKey: uncompressPublicKey(publicKey),
  })),
  changed("a key that is not on the curve", REFUSED.signature, (_, { seed }) => ({
    publicKey: `02${"ff".repeat(28)}${digitsOf(seed, 8)}`,
  })),
  changed("one's own address on another's challenge", REFUSED.challenge, (_, { message, nonce }) =>
    signedChallenge(bob, message, nonce),
  ),
  changed("the mainnet address of the same key", REFUSED.challenge, () => ({ address: onMainnet })),
  changed("the multisig address of the same hash", REFUSED.shape, () => ({
    address: multisig,
  })),
  {
    ...changed("a challenge for the mainnet address", REFUSED.signature, () => ({
      address: onMainnet,
    })),
    asksFor: onMainnet,
  },

  // Another challenge.
  changed("a nonce that was never given out", REFUSED.challenge, (_, { seed }) => ({
    nonce: digitsOf(seed, 32),
  })),
  { how: "a challenge that was used", refused: REFUSED.challenge, before: "used", forge: honest },
  {
    ...changed("a used challenge, its signature mirrored", REFUSED.challenge, ({ signature }) => ({
      signature: mirrored(signature),
    })),
    before: "used",
  },
  { how: "an expired challenge", refused: REFUSED.challenge, before: "expired", forge: honest },

  // A changed signature.
  changedSignature("its mirror image", mirrored),
  changedSignature("its mirror image with the old recovery id", (signature) => {
    const { r, s, recovery } = partsOf(signature);
    return `${r}${scalar(ORDER - s)}${recoveryOf(recovery)}`;
  }),
  changedSignature("another recovery id", (signature, seed) => {
    const { recovery } = partsOf(signature);
    return `${signature.slice(0, 128)}${recoveryOf((recovery + 1 + (seed % 255)) & 255)}`;
  }),
  changedSignature("one digit changed", (signature, seed) => {
    const place = seed % 128;
    const digit = (Number.parseInt(signature[place] ?? "", 16) ^ (1 + (seed % 15))).toString(16);
    return signature.slice(0, place) + digit + signature.slice(place + 1);
  }),
  changedSignature("the recovery id first", (signature) => {
    return signature.slice(128) + signature.slice(0, 128);
  }),
  changedSignature("its halves swapped", (signature) => {
    return signature.slice(64, 128) + signature.slice(0, 64) + signature.slice(128);
  }),
  changedSignature("zeros", () => "0".repeat(130)),
  changedSignature("zero as its second half", (signature) => {
    return `${signature.slice(0, 64)}${"0".repeat(64)}${signature.slice(128)}`;
  }),
  changedSignature("the curve's order added to it", (signature) => {
    const { r, s, recovery } = partsOf(signature);
    return `${r}${scalar((s + ORDER) % 2n ** 256n)}${recoveryOf(recovery)}`;
  }),
  changedSignature("random digits", (_, seed) => `${digitsOf(seed, 64)}${digitsOf(-seed, 64)}00`),

  // Another shape.
  misshapen("a truncated signature", ({ signature }) => ({ signature: signature.slice(0, 128) })),
  misshapen("a signature with a digit too few", ({ signature }) => ({
    signature: signature.slice(1),
  })),
  misshapen("a longer signature", ({ signature }) => ({ signature: `${signature}00` })),
  misshapen("a signature after 0x", ({ signature }) => ({ signature: `0x${signature}` })),
  misshapen("a list of signatures", ({ signature }) => ({ signature: [signature] })),
  misshapen("the address in lower case", ({ address }) => ({ address: address.toLowerCase() })),
  misshapen("an address with a wrong checksum", ({ address }) => ({
    address: address.slice(0, -1) + (address.endsWith("A") ? "B" : "A"),
  })),
  misshapen("a contract of the address", ({ address }) => ({ address: `${address}.wallet` })),
  misshapen("an address with a space", ({ address }) => ({ address: `${address} ` })),
  misshapen("the nonce in upper case", ({ nonce }) => ({ nonce: `${nonce.slice(1)}A` })),
  misshapen("a nonce with a line end", ({ nonce }) => ({ nonce: `${nonce}\n` })),
  misshapen("a pattern as the nonce", () => ({ nonce: "%" })),
  misshapen("an object as the nonce", () => ({ nonce: { ne: "" } })),
  misshapen("a hybrid key", ({ publicKey }) => ({
    publicKey: `06${uncompressPublicKey(publicKey).slice(2)}`,
  })),
  misshapen("a truncated key", ({ publicKey }) => ({
    publicKey: compressPublicKey(publicKey).slice(0, 64),
  })),
];
