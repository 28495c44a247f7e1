import { messages } from "@colonnade/domain/messages.ts";
import { addressSchema, contractIdSchema, principalSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import type { WalletProvider } from "./provider.ts";
import { type Meaning, WalletError, WalletRefusal } from "./wallet-error.ts";

const hex = z.string().check(z.regex(/^(0x)?([0-9a-f]{2})*$/i, "Expected hexadecimal digits"));

/** A Clarity value in hex. The largest is a buffer of 1 MiB and the bytes that say what it is. */
const clarityValue = hex.check(z.maxLength(2 * (1_048_576 + 64), "A Clarity value holds 1 MB"));

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const toSign = {
  network: z.string(),
  /** Who should sign. Wallets may ignore it. */
  address: addressSchema,
};
const conditions = {
  postConditions: z.array(hex),
  postConditionMode: z.enum(["deny", "allow"]),
};

/** `transaction` is the signed transaction. A wallet that waits for other signers gives no `txid`. */
const sentSchema = z.object({ txid: z.optional(hex), transaction: z.optional(hex) });
const signedSchema = z.object({ signature: hex, publicKey: hex });

/** Everything that wallets can be asked (SIP-030): what is sent, and what is used of the answer. */
const requests = {
  getAddresses: {
    params: z.undefined(),
    result: z.object({
      addresses: z.array(z.object({ address: z.string(), publicKey: z.optional(z.string()) })),
      /** Only from wallets that know no `request`. */
      hubUrl: z.optional(z.string()),
    }),
  },
  /** Xverse only: the account that is open, without asking the person. */
  wallet_getAccount: {
    params: z.undefined(),
    result: z.object({ addresses: z.array(z.object({ address: z.string() })) }),
  },
  stx_callContract: {
    params: z.object({
      contract: contractIdSchema,
      functionName: z.string(),
      functionArgs: z.array(clarityValue),
      ...conditions,
      ...toSign,
    }),
    result: sentSchema,
  },
  stx_deployContract: {
    params: z.object({
      name: z.string().check(
        z.regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/, "Expected a contract name"),
        z.refine((name) => bytesOf(name) < 128, "A contract name has fewer than 128 bytes"),
      ),
      clarityCode: z.string(),
      ...conditions,
      ...toSign,
    }),
    result: sentSchema,
  },
  stx_transferStx: {
    params: z.object({
      recipient: principalSchema,
      /** Micro-STX. */
      amount: z.string().check(z.regex(/^\d{1,20}$/, "Expected an amount in micro-STX")),
      memo: z.optional(
        z.string().check(z.refine((memo) => bytesOf(memo) <= 34, "A memo holds at most 34 bytes")),
      ),
      ...toSign,
    }),
    result: sentSchema,
  },
  stx_updateProfile: {
    params: z.object({ profile: z.record(z.string(), z.unknown()) }),
    /** Leather's schema sends the update as a transaction; SIP-030 returns the profile. */
    result: z.union([z.object({ profile: z.record(z.string(), z.unknown()) }), sentSchema]),
  },
  stx_signMessage: { params: z.object({ message: z.string() }), result: signedSchema },
  stx_signStructuredMessage: {
    /** A Clarity value, and a tuple with name, version and chain-id (SIP-018). */
    params: z.object({ message: clarityValue, domain: clarityValue }),
    result: signedSchema,
  },
};
type Requests = typeof requests;
type WalletMethod = keyof Requests;
type Params = { [Method in WalletMethod]: z.input<Requests[Method]["params"]> };
type Results = { [Method in WalletMethod]: z.output<Requests[Method]["result"]> };
/** The same, so that the compiler follows a method to its result. */
const results: { [Method in WalletMethod]: { result: z.ZodMiniType<Results[Method]> } } = requests;

/**
 * Asks a wallet. All requests to wallets pass here, so this is where answers are parsed and errors get their words.
 * @throws WalletError for a request beyond a limit, and 'Invalid authentication response.' for an answer that does
 *   not fit; WalletRefusal when the wallet or the person refuses
 */
export async function askWallet<Method extends WalletMethod>(
  provider: WalletProvider,
  method: Method,
  params: Params[Method],
): Promise<Results[Method]> {
  const checked = z.safeParse(requests[method].params, params);
  if (!checked.success) throw new WalletError(checked.error.issues[0]?.message ?? "");
  const result = z.safeParse(results[method].result, await ask(provider, method, checked.data));
  if (!result.success) throw new WalletError(messages.invalidAuthResponse);
  return result.data;
}

/**
 * Notices before anything is signed that another account or network is open in the wallet. Only Xverse tells; the
 * others are asked to sign as `address`, or their signature shows it.
 * @throws WalletRefusal
 */
export async function checkAccount(provider: WalletProvider, address: string): Promise<void> {
  if (kindOf(provider) !== "xverse") return;
  const { addresses } = await askWallet(provider, "wallet_getAccount", undefined);
  if (!addresses.some((one) => one.address === address)) throw new WalletRefusal("moved", "");
}

/** A JSON-RPC answer. Xverse resolves with its errors; others reject with them. */
const answerSchema = z.union([z.object({ error: z.unknown() }), z.object({ result: z.unknown() })]);

async function ask(provider: WalletProvider, method: WalletMethod, params: unknown) {
  const kind = kindOf(provider);
  let answer: unknown;
  try {
    answer = await ("request" in provider
      ? provider.request(...spellingOf(kind, method, params))
      : (await import("./legacy-wallet.ts")).askLegacyWallet(provider, method, params));
  } catch (thrown) {
    throw readRefusal(kind, thrown);
  }
  const read = answerSchema.safeParse(answer);
  if (!read.success) throw new WalletError(messages.invalidAuthResponse);
  if ("error" in read.data) throw readRefusal(kind, read.data);
  return read.data.result;
}

/** A request as the wallet calls it. */
function spellingOf(
  kind: WalletKind,
  method: WalletMethod,
  params: unknown,
): [method: string, params: unknown] {
  // Xverse gives the permission that later requests need with this method only.
  if (kind === "xverse" && method === "getAddresses") return ["wallet_connect", params];
  // Leather's published schema names the profile otherwise than SIP-030.
  if (kind === "leather" && method === "stx_updateProfile") {
    const { profile } = requests.stx_updateProfile.params.parse(params);
    return [method, { person: profile }];
  }
  return [method, params];
}

/** The wallets that differ from SIP-030. */
type WalletKind = "leather" | "xverse" | "other";

/** Tells wallets apart by what they put on `window`, as @stacks/connect does. */
function kindOf(provider: WalletProvider): WalletKind {
  if ("isLeather" in provider) return "leather";
  const isXverse = "signMultipleTransactions" in provider && "createRepeatInscriptions" in provider;
  return isXverse && !("isFordefi" in provider) ? "xverse" : "other";
}

/** The codes of JSON-RPC and SIP-030, of the dialog of @stacks/connect (−31001) and of most wallets (4001). */
const sharedMeanings: Record<number, Meaning> = {
  [-31001]: "cancelled",
  4001: "cancelled",
  [-32000]: "cancelled",
  [-32001]: "account",
  [-32002]: "denied",
  [-32600]: "misunderstood",
  [-32601]: "unsupported",
  [-32602]: "misunderstood",
  [-32603]: "broken",
  [-32700]: "misunderstood",
};

/** Codes by which a wallet means something else. Sources: `@leather.io/rpc`, `@sats-connect/core`. */
const ownMeanings: Record<WalletKind, Record<number, Meaning>> = {
  leather: { [-32000]: "broken", 4002: "unsupported", 7: "denied", 16: "locked" },
  // Xverse gives a permission for one account on one network.
  xverse: { [-32001]: "unsupported", [-32002]: "moved" },
  other: {},
};

/** What Xverse means by the messages of −32600. Versions before 0.51.1 look for the arguments elsewhere. */
const invalidRequestsOfXverse: Record<string, Meaning> = {
  "Network mismatch.": "network",
  "Address mismatch.": "account",
  "Missing function arguments.": "tooOld",
};

/** The meaning of an error; undefined if it has none here. */
function meaningOf(wallet: WalletKind, code: number, message: string): Meaning | undefined {
  const ofMessage =
    wallet === "xverse" && code === -32600 ? invalidRequestsOfXverse[message] : undefined;
  return ofMessage ?? ownMeanings[wallet][code] ?? sharedMeanings[code];
}

const failureSchema = z.object({ code: z.number(), message: z._default(z.string(), "") });
const thrownSchema = z.union([
  z.pipe(
    z.object({ error: failureSchema }),
    z.transform(({ error }) => error),
  ),
  failureSchema,
]);

/** Reads what a wallet rejected with: a JSON-RPC answer, or an error with a code. Other values stay as they are. */
function readRefusal(wallet: WalletKind, thrown: unknown): unknown {
  const read = thrownSchema.safeParse(thrown);
  if (!read.success) return thrown;
  const { code, message } = read.data;
  return new WalletRefusal(meaningOf(wallet, code, message), message);
}
