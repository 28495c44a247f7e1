import * as leather from "@leather.io/rpc";
import * as xverse from "@sats-connect/core";
import { makeAuthResponse } from "@stacks/auth";
import { createNetwork } from "@stacks/network";
import { getAddressFromPrivateKey } from "@stacks/transactions";
import { decodeToken } from "jsontokens";
import * as leather210 from "leather-rpc-2.10";
import * as leather220 from "leather-rpc-2.20";
import type { Page } from "playwright-core";
import * as xverse06 from "sats-connect-core-0.6";
import * as v from "valibot";
import * as v042 from "valibot-0.42";
import { z } from "zod";
import type { DevnetAccount } from "../../apps/devnet/accounts.ts";
import { createNodeApi } from "../../apps/devnet/wallet/node-api.ts";
import { readRequest, type Transaction } from "../../apps/devnet/wallet/request.ts";
import {
  planTransaction,
  publicKeyOf,
  signText,
  signTransaction,
} from "../../apps/devnet/wallet/signing.ts";

/** What a stand-in does otherwise. Tests change it as the owner of a wallet would. */
interface StandIn {
  /** The account that is open. */
  account: DevnetAccount;
  /** Whether the owner refuses everything. */
  refuses: boolean;
  /** The code of an error with which it answers a call; null for none. */
  fails: number | null;
  /** Xverse left out post-conditions before 0.51.1. `everything` is the mode, too. */
  leavesOut: "nothing" | "conditions" | "everything";
  /** Whether the answer holds the transaction, not its id alone. */
  returnsTransaction: boolean;
  network: "testnet" | "mainnet";
  /** It answers once this is fulfilled, as a wallet whose window is open. */
  held: Promise<void>;
  /** The methods that it was asked. */
  asked: string[];
}

/** What a wallet takes and answers. The functions throw for anything else; what a schema leaves out is not seen. */
interface Method {
  takes: Reader;
  answers: Reader;
  /** Makes the answer. */
  act: (owner: Owner, params: unknown) => unknown;
}
interface Owner {
  wallet: StandIn;
  nodeUrl: string;
  /** Xverse gives a permission for one account on one network. */
  permitted: Set<string>;
}
interface Wallet {
  /** Puts the provider on the page. */
  script: string;
  /** The code of a refusal by the owner. */
  refusal: number;
  /** The code for a method that it does not have. */
  unsupported: number;
  /** Throws for an error that is not as the wallet publishes it. */
  readError: Reader;
  methods: Record<string, Method>;
}

/** The function that pages call. */
const BINDING = "askWalletStandIn";

const xverseScript = `window.XverseProviders = {
  // It resolves with errors.
  BitcoinProvider: {
    signMultipleTransactions() {}, createRepeatInscriptions() {},
    request: (method, params) => ${BINDING}({ method, params }),
  },
  StacksProvider: { request() { throw new Error("\`request\` function is not implemented"); } },
};`;

const bitcoin = {
  address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  publicKey: `02${"ab".repeat(32)}`,
};

type XverseMethod = "connect" | "getAccount" | "callContract" | "signMessage";
/** Reads a value by a schema. It leaves out what the schema does not know, and throws for what does not fit. */
type Reader = (value: unknown) => unknown;

function xverseOf(readers: Record<XverseMethod, [params: Reader, result: Reader]>): Wallet {
  const method = (name: XverseMethod, act: Method["act"]): Method => {
    const [takes, answers] = readers[name];
    return { takes, answers, act };
  };
  return {
    script: xverseScript,
    refusal: xverse.RpcErrorCode.USER_REJECTION,
    unsupported: xverse.RpcErrorCode.METHOD_NOT_SUPPORTED,
    readError: v.parser(xverse.rpcErrorResponseMessageSchema),
    methods: {
      wallet_connect: method("connect", (owner) => {
        owner.permitted.add(keysOf(owner).address);
        return accountOfXverse(owner);
      }),
      wallet_getAccount: method("getAccount", (owner) => {
        if (owner.permitted.has(keysOf(owner).address)) return accountOfXverse(owner);
        throw new Refusal(xverse.RpcErrorCode.ACCESS_DENIED, "Access denied.");
      }),
      stx_callContract: method("callContract", send),
      stx_signMessage: method("signMessage", sign),
    },
  };
}

/** No entry has a `symbol`. */
function accountOfXverse(owner: Owner) {
  const walletType = "software";
  return {
    id: "1",
    walletType,
    addresses: [
      { ...bitcoin, purpose: "payment", addressType: "p2wpkh", walletType },
      { ...keysOf(owner), purpose: "stacks", addressType: "stacks", walletType },
    ],
    network: {
      bitcoin: { name: "Testnet4" },
      stacks: { name: owner.wallet.network },
      spark: { name: "regtest" },
    },
  };
}

/** The requests that a version of `@leather.io/rpc` publishes, as far as the app makes them. */
type LeatherSchemas = Record<
  "getAddresses" | "stxCallContract" | "stxSignMessage",
  Record<"params" | "result", { parse: Reader }>
>;

function leatherOf({ getAddresses, stxCallContract, stxSignMessage }: LeatherSchemas): Wallet {
  const method = (
    { params, result }: LeatherSchemas[keyof LeatherSchemas],
    act: Method["act"],
  ): Method => ({
    takes: (value) => params.parse(value),
    answers: (value) => result.parse(value),
    act,
  });
  return {
    // It rejects with errors, and sends no request without parameters.
    script: `window.LeatherProvider = { isLeather: true, request: async (method, params) => {
      const answer = await ${BINDING}({ method, params: params ?? {} });
      if ("error" in answer) throw answer;
      return answer;
    } };`,
    refusal: leather.RpcErrorCode.USER_REJECTION,
    unsupported: leather.RpcErrorCode.METHOD_NOT_SUPPORTED,
    readError: (error) => leatherErrorSchema.parse(error),
    methods: {
      getAddresses: method(getAddresses, addressesOfLeather),
      stx_callContract: method(stxCallContract, send),
      stx_signMessage: method(stxSignMessage, sign),
    },
  };
}

const leatherErrorSchema = leather.createRpcErrorResponseSchema(leather.defaultErrorSchema);

/** It names no network. */
function addressesOfLeather(owner: Owner) {
  const derivationPath = "m/84'/1'/0'/0/0";
  return {
    addresses: [
      { ...bitcoin, symbol: "BTC", type: "p2wpkh", derivationPath, descriptor: "" },
      { symbol: "STX", ...keysOf(owner) },
    ],
  };
}

/**
 * Stand-ins for real wallets. They check requests with the schemas that the wallets publish, and answer as these and
 * the wallets' public sources say. They are not the wallets, and show nothing.
 */
const wallets = {
  Leather: leatherOf(leather),
  /** The last two published schemas that differ from the current ones. They answer alike. */
  "Leather 2.20": leatherOf(leather220),
  "Leather 2.10": leatherOf(leather210),
  Xverse: xverseOf({
    connect: [v.parser(xverse.connectParamsSchema), v.parser(xverse.connectResultSchema)],
    getAccount: [v.parser(xverse.getAccountParamsSchema), v.parser(xverse.getAccountResultSchema)],
    callContract: [
      v.parser(xverse.stxCallContractParamsSchema),
      v.parser(xverse.stxCallContractResultSchema),
    ],
    signMessage: [
      v.parser(xverse.stxSignMessageParamsSchema),
      v.parser(xverse.stxSignMessageResultSchema),
    ],
  }),
  /** The last two versions with a public source, 0.53.2 and 0.54.2, answer alike. */
  "Xverse 0.53": xverseOf({
    connect: [v042.parser(xverse06.connectParamsSchema), v042.parser(xverse06.connectResultSchema)],
    getAccount: [
      v042.parser(xverse06.getAccountParamsSchema),
      v042.parser(xverse06.getAccountResultSchema),
    ],
    callContract: [
      v042.parser(xverse06.stxCallContractParamsSchema),
      v042.parser(xverse06.stxCallContractResultSchema),
    ],
    signMessage: [
      v042.parser(xverse06.stxSignMessageParamsSchema),
      v042.parser(xverse06.stxSignMessageResultSchema),
    ],
  }),
  /** A wallet before SIP-030, as @stacks/connect 7 asked it. */
  Tokens: {
    // It rejects with a word.
    script: `window.StacksProvider = Object.fromEntries(
      ["authenticationRequest", "transactionRequest", "signatureRequest"].map((method) => [
        method,
        async (params) => {
          const answer = await ${BINDING}({ method, params });
          if ("error" in answer) throw "cancel";
          return answer.result;
        },
      ]),
    );`,
    refusal: 0,
    unsupported: 0,
    readError: (error) => error,
    methods: {
      authenticationRequest: tokenMethod(async (owner) => {
        const key = owner.wallet.account.privateKey.slice(0, 64);
        const profile = { stxAddress: { testnet: keysOf(owner).address } };
        return { authenticationResponse: await makeAuthResponse(key, profile, null, null, key) };
      }),
      transactionRequest: tokenMethod(async (owner, params) => {
        const { contractAddress, contractName, postConditionMode, ...asked } =
          tokenCallSchema.parse(params);
        const contract = `${contractAddress}.${contractName}`;
        const mode = postConditionMode === 2 ? "deny" : "allow";
        const sent = await send(owner, { ...asked, contract, postConditionMode: mode });
        return { txId: sent.txid, txRaw: sent.transaction };
      }),
      signatureRequest: tokenMethod(sign),
    },
  },
} satisfies Record<string, Wallet>;
export type StandInName = keyof typeof wallets;

const tokenCallSchema = z.object({
  txType: z.literal("contract_call"),
  contractAddress: z.string(),
  contractName: z.string(),
  functionName: z.string(),
  functionArgs: z.array(z.string()),
  postConditions: z.array(z.string()),
  postConditionMode: z.literal([1, 2]),
  network: z.object({ version: z.literal(0x80), chainId: z.literal(0x80000000) }),
});

function tokenMethod(act: Method["act"]): Method {
  return {
    takes: (token) => decodeToken(z.string().parse(token)).payload,
    answers: (result) => result,
    act,
  };
}

class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const messageSchema = z.object({ method: z.string(), params: z.unknown() });

/** Installs a wallet on a page, before it opens. */
export async function installStandIn(
  page: Page,
  name: StandInName,
  account: DevnetAccount,
  nodeUrl: string,
): Promise<StandIn> {
  const wallet: StandIn = {
    account,
    refuses: false,
    fails: null,
    leavesOut: "nothing",
    returnsTransaction: true,
    network: "testnet",
    held: Promise.resolve(),
    asked: [],
  };
  const owner: Owner = { wallet, nodeUrl, permitted: new Set() };
  await page.exposeFunction(BINDING, async (message: unknown) => {
    const head = { jsonrpc: "2.0", id: "1" };
    try {
      return { ...head, result: await answer(wallets[name], owner, messageSchema.parse(message)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message: words } = error;
      return wallets[name].readError({ ...head, error: { code, message: words } });
    }
  });
  await page.addInitScript(wallets[name].script);
  return wallet;
}

async function answer(
  { methods, refusal, unsupported }: Wallet,
  owner: Owner,
  { method: name, params }: z.infer<typeof messageSchema>,
): Promise<unknown> {
  owner.wallet.asked.push(name);
  const method = methods[name];
  if (method === undefined) throw new Refusal(unsupported, `"${name}" is not supported.`);
  const known = takeOrRefuse(method, params);
  await owner.wallet.held;
  if (owner.wallet.refuses) throw new Refusal(refusal, "User rejected request");
  if (owner.wallet.fails !== null && method.act === send) {
    throw new Refusal(owner.wallet.fails, "The test makes this call fail.");
  }
  const result = await method.act(owner, known);
  return owner.wallet.returnsTransaction ? method.answers(result) : result;
}

function takeOrRefuse(method: Method, params: unknown): unknown {
  try {
    return method.takes(params);
  } catch (error) {
    throw new Refusal(-32602, String(error));
  }
}

/** The address and the public key of the account that is open. */
function keysOf({ wallet: { account, network } }: Owner) {
  const address = getAddressFromPrivateKey(account.privateKey, network);
  return { address, publicKey: publicKeyOf(account) };
}

const callParams = z.looseObject({ contract: z.string() });

/** Signs a call as the account that is open, whichever was asked for, and sends it. */
async function send({ wallet, nodeUrl }: Owner, params: unknown) {
  const { network: _network, address: _address, ...asked } = callParams.parse(params);
  const request = readRequest("stx_callContract", asked);
  if (!("kind" in request) || request.kind !== "transact") throw new Refusal(-32602, "No call");
  const transaction = leaveOut(request.transaction, wallet.leavesOut);
  const api = createNodeApi(nodeUrl);
  const fixed = { fee: undefined, nonce: undefined };
  const plan = await planTransaction(api, transaction, wallet.account, fixed);
  const isElsewhere = wallet.network === "mainnet";
  const network = isElsewhere ? createNetwork("mainnet") : api.network;
  const signed = await signTransaction(transaction, wallet.account, {
    ...plan,
    network,
    failOnChain: false,
  });
  const txid = isElsewhere ? signed.txid() : await api.broadcast(signed);
  return wallet.returnsTransaction ? { txid, transaction: signed.serialize() } : { txid };
}

function leaveOut(transaction: Transaction, part: StandIn["leavesOut"]): Transaction {
  if (part === "nothing" || transaction.kind === "transfer") return transaction;
  const postConditionMode = part === "everything" ? "allow" : transaction.postConditionMode;
  return { ...transaction, postConditions: [], postConditionMode };
}

function sign({ wallet }: Owner, params: unknown) {
  return signText(z.object({ message: z.string() }).parse(params).message, wallet.account);
}
