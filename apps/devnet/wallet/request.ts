import { addressSchema, contractIdSchema, principalSchema } from "@colonnade/domain/principal.ts";
import {
  AddressHashMode,
  AuthType,
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  Cl,
  ClarityType,
  type ClarityValue,
  ClarityVersion,
  deserializePostConditionWire,
  deserializeTransaction,
  PayloadType,
  type PayloadWire,
  type PostCondition,
  PostConditionMode,
  type PostConditionModeName,
  type StacksTransactionWire,
  type TupleCV,
  wireToPostCondition,
} from "@stacks/transactions";
import { z } from "zod";
import { errorCode, isWalletMethod, type RpcError, type WalletMethod } from "./protocol.ts";

interface Conditions {
  postConditions: PostCondition[];
  postConditionMode: PostConditionModeName;
}
export interface ContractCall extends Conditions {
  kind: "call";
  /** `ADDRESS.name` */
  contract: string;
  functionName: string;
  functionArgs: ClarityValue[];
}
export interface ContractDeploy extends Conditions {
  kind: "deploy";
  name: string;
  clarityCode: string;
  clarityVersion: ClarityVersion | undefined;
}
interface StxTransfer {
  kind: "transfer";
  recipient: string;
  /** Micro-STX. */
  amount: bigint;
  memo: string;
}
export type Transaction = ContractCall | ContractDeploy | StxTransfer;

/** A site's request, parsed. */
export type WalletRequest =
  | { kind: "connect"; answers: "addresses" | "accounts" }
  | { kind: "disconnect" }
  | {
      kind: "transact";
      transaction: Transaction;
      /** Who should sign; undefined: the connected account. */
      address: string | undefined;
      /** Micro-STX; undefined: the node's estimate. */
      fee: bigint | undefined;
      nonce: bigint | undefined;
    }
  | { kind: "sign-transaction"; signable: SignableTransaction; broadcast: boolean }
  | { kind: "sign-message"; message: string }
  | { kind: "sign-structured"; message: ClarityValue; domain: TupleCV }
  | { kind: "update-profile"; profile: Record<string, unknown> };

const hex = z.string().regex(/^(0x)?([0-9a-f]{2})+$/i, "Expected bytes in hexadecimal");

/** Decodes hex by a function that throws on wrong input. */
function decoded<Value>(expected: string, decode: (text: string) => Value) {
  return hex.transform((text, context): Value => {
    try {
      return decode(text);
    } catch {
      context.addIssue({ code: "custom", message: `Expected ${expected}` });
      return z.NEVER;
    }
  });
}

const clarityValue = decoded("a Clarity value", (text) => Cl.deserialize(text));
const tuple = clarityValue.refine(
  (value) => value.type === ClarityType.Tuple,
  "Expected a Clarity tuple",
);
const amount = z
  .union([z.string().regex(/^\d{1,20}$/), z.number().int().nonnegative()])
  .transform((text) => BigInt(text));
const memo = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= 34, "A memo holds at most 34 bytes");

const network = z
  .string()
  .refine((name) => name !== "mainnet", "The Dev Wallet signs for the devnet only")
  .optional();
const common = z.object({
  address: z.optional(addressSchema),
  network,
  fee: amount.optional(),
  nonce: amount.optional(),
  sponsored: z.literal(false, "The Dev Wallet does not support sponsored transactions").optional(),
});
const conditions = {
  postConditions: z
    .array(
      decoded("a post-condition", (text) =>
        wireToPostCondition(deserializePostConditionWire(text)),
      ),
    )
    .default([]),
  postConditionMode: z.enum(["allow", "deny", "originator"]).default("deny"),
};

const connectSchema = z.object({ network }).default({});
const callSchema = common.extend({
  ...conditions,
  contract: contractIdSchema,
  functionName: z.string().min(1).max(128),
  functionArgs: z.array(clarityValue).default([]),
});
const deploySchema = common.extend({
  ...conditions,
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/, "Expected a contract name"),
  clarityCode: z.string().min(1),
  clarityVersion: z.coerce.number().pipe(z.enum(ClarityVersion)).optional(),
});
const transferSchema = common.extend({
  recipient: principalSchema,
  amount,
  memo: memo.default(""),
});
const signTransactionSchema = z.object({
  transaction: decoded("a transaction that can be shown", readTransaction),
  broadcast: z.boolean().default(false),
});
const messageSchema = z.object({ message: z.string() });
const structuredSchema = z.object({ message: clarityValue, domain: tuple });
const profileSchema = z.object({ profile: z.record(z.string(), z.unknown()) });

/** One schema for each method: it parses the parameters into a request that can be shown. */
const readers: Record<Exclude<WalletMethod, "supportedMethods">, z.ZodType<WalletRequest>> = {
  getAddresses: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  stx_getAddresses: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  stx_getAccounts: connectSchema.transform(() => ({ kind: "connect", answers: "accounts" })),
  wallet_connect: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  wallet_disconnect: z.unknown().transform(() => ({ kind: "disconnect" })),
  stx_callContract: callSchema.transform(
    ({ address, fee, nonce, network, sponsored, ...call }) => ({
      kind: "transact",
      address,
      fee,
      nonce,
      transaction: { kind: "call", ...call },
    }),
  ),
  stx_deployContract: deploySchema.transform(
    ({ address, fee, nonce, network, sponsored, ...deploy }) => ({
      kind: "transact",
      address,
      fee,
      nonce,
      transaction: { kind: "deploy", clarityVersion: undefined, ...deploy },
    }),
  ),
  stx_transferStx: transferSchema.transform(
    ({ address, fee, nonce, network, sponsored, ...transfer }) => ({
      kind: "transact",
      address,
      fee,
      nonce,
      transaction: { kind: "transfer", ...transfer },
    }),
  ),
  stx_signTransaction: signTransactionSchema.transform(({ transaction, broadcast }) => ({
    kind: "sign-transaction",
    signable: transaction,
    broadcast,
  })),
  stx_signMessage: messageSchema.transform(({ message }) => ({ kind: "sign-message", message })),
  stx_signStructuredMessage: structuredSchema.transform(({ message, domain }) => ({
    kind: "sign-structured",
    message,
    domain,
  })),
  stx_updateProfile: profileSchema.transform(({ profile }) => ({
    kind: "update-profile",
    profile,
  })),
};

/** Parses a site's request, or returns an error with a code and a sentence. */
export function readRequest(method: string, params: unknown): WalletRequest | { error: RpcError } {
  if (!isWalletMethod(method) || method === "supportedMethods") {
    const message = `The Dev Wallet does not know the method ${method}`;
    return { error: { code: errorCode.methodNotFound, message } };
  }
  const parsed = readers[method].safeParse(params ?? undefined);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
  return { error: { code: errorCode.invalidParams, message } };
}

/** A transaction that the site has built. It is signed unchanged. */
interface SignableTransaction {
  /** Unsigned. Signing works on a copy. */
  hex: string;
  transaction: Transaction;
  /** The address that the transaction says will sign it. */
  address: string;
  /** Micro-STX. */
  fee: bigint;
  nonce: bigint;
}

/**
 * Reads a serialized transaction.
 * @throws Error for what this wallet cannot show: several signers, a sponsor, mainnet, unusual payloads
 */
function readTransaction(hex: string): SignableTransaction {
  const wire = deserializeTransaction(hex);
  const condition = wire.auth.spendingCondition;
  if (wire.auth.authType !== AuthType.Standard) throw new Error("A sponsored transaction");
  if (condition.hashMode !== AddressHashMode.P2PKH) throw new Error("More than one signer");
  if (wire.transactionVersion !== 0x80) throw new Error("A transaction for mainnet");
  const version = addressHashModeToVersion(condition.hashMode, "testnet");
  return {
    hex,
    transaction: readPayload(wire.payload, wire),
    address: addressToString(addressFromVersionHash(version, condition.signer)),
    fee: BigInt(condition.fee),
    nonce: BigInt(condition.nonce),
  };
}

function readPayload(payload: PayloadWire, wire: StacksTransactionWire): Transaction {
  const conditions = {
    postConditions: wire.postConditions.values.map(wireToPostCondition),
    postConditionMode: modeNames[wire.postConditionMode],
  };
  switch (payload.payloadType) {
    case PayloadType.ContractCall:
      return {
        kind: "call",
        contract: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
        functionName: payload.functionName.content,
        functionArgs: payload.functionArgs,
        ...conditions,
      };
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        kind: "deploy",
        name: payload.contractName.content,
        clarityCode: payload.codeBody.content,
        clarityVersion: "clarityVersion" in payload ? payload.clarityVersion : undefined,
        ...conditions,
      };
    case PayloadType.TokenTransfer:
      return {
        kind: "transfer",
        recipient: payload.recipient.value,
        amount: payload.amount,
        memo: payload.memo.content.replace(/\0+$/, ""),
      };
    default:
      throw new Error("A transaction that people do not sign");
  }
}

const modeNames: Record<PostConditionMode, PostConditionModeName> = {
  [PostConditionMode.Allow]: "allow",
  [PostConditionMode.Deny]: "deny",
  [PostConditionMode.Originator]: "originator",
};
