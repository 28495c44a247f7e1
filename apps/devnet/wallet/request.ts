import { addressSchema, contractIdSchema, principalSchema } from "@colonnade/domain/principal.ts";
import {
  Cl,
  ClarityType,
  type ClarityValue,
  ClarityVersion,
  deserializePostConditionWire,
  type PostCondition,
  type PostConditionModeName,
  type TupleCV,
  wireToPostCondition,
} from "@stacks/transactions";
import { z } from "zod";
import { errorCode } from "./error-code.ts";
import type { RpcError } from "./message.ts";
import { isWalletMethod, type WalletMethod } from "./method.ts";
import { readTransaction, type SignableTransaction } from "./signable-transaction.ts";

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
export interface StxTransfer {
  kind: "transfer";
  recipient: string;
  /** Micro-STX. */
  amount: bigint;
  memo: string;
}
export type Transaction = ContractCall | ContractDeploy | StxTransfer;

/** What a site asks for, checked and decoded. */
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

/** Decodes a text by a function that throws when it does not fit. */
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
  sponsored: z.literal(false, "The Dev Wallet does not do sponsored transactions").optional(),
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

/** Each method's own check, from parameters as they came to a request that can be shown. */
const readers: Record<Exclude<WalletMethod, "supportedMethods">, z.ZodType<WalletRequest>> = {
  getAddresses: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  stx_getAddresses: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  stx_getAccounts: connectSchema.transform(() => ({ kind: "connect", answers: "accounts" })),
  wallet_connect: connectSchema.transform(() => ({ kind: "connect", answers: "addresses" })),
  wallet_disconnect: z.unknown().transform(() => ({ kind: "disconnect" })),
  stx_callContract: callSchema.transform((params) => ({
    kind: "transact",
    ...sender(params),
    transaction: {
      kind: "call",
      contract: params.contract,
      functionName: params.functionName,
      functionArgs: params.functionArgs,
      postConditions: params.postConditions,
      postConditionMode: params.postConditionMode,
    },
  })),
  stx_deployContract: deploySchema.transform((params) => ({
    kind: "transact",
    ...sender(params),
    transaction: {
      kind: "deploy",
      name: params.name,
      clarityCode: params.clarityCode,
      clarityVersion: params.clarityVersion,
      postConditions: params.postConditions,
      postConditionMode: params.postConditionMode,
    },
  })),
  stx_transferStx: transferSchema.transform((params) => ({
    kind: "transact",
    ...sender(params),
    transaction: {
      kind: "transfer",
      recipient: params.recipient,
      amount: params.amount,
      memo: params.memo,
    },
  })),
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

function sender({ address, fee, nonce }: z.output<typeof common>) {
  return { address, fee, nonce };
}

/** Reads what a site asks for, or says with a code and a sentence why it cannot be done. */
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
