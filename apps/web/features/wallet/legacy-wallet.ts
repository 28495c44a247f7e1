import { messages } from "@colonnade/domain/messages.ts";
import { makeAuthRequestToken, verifyAuthResponse } from "@stacks/auth";
import { nextHour } from "@stacks/common";
import { makeECPrivateKey } from "@stacks/encryption";
import { createUnsecuredToken, decodeToken } from "jsontokens";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";
import type { LegacyProvider } from "./provider.ts";
import { SCOPES } from "./session-record.ts";
import { WalletError, WalletRefusal } from "./wallet-error.ts";

/** What is used of an authentication response. `stxAddress` has an address for each network that the wallet knows. */
const authSchema = z.object({
  public_keys: z.array(z.string()).check(z.minLength(1)),
  hubUrl: z.nullish(z.string()),
  profile: z.object({ stxAddress: z.record(z.string(), z.string()) }),
});
const authAnswerSchema = z.union([
  z.string(),
  z.pipe(
    z.object({ authenticationResponse: z.string() }),
    z.transform(({ authenticationResponse }) => authenticationResponse),
  ),
]);
const sentSchema = z.object({ txId: z.string(), txRaw: z.optional(z.string()) });

const messageSchema = z.object({ message: z.string() });
const callSchema = z.looseObject({
  contract: z.string(),
  postConditionMode: z.enum(["deny", "allow"]),
  address: z.string(),
});

/**
 * Asks a wallet that knows no `request`, as @stacks/connect 7 did: each request is a token. Such a wallet connects,
 * sends calls and, if it has `signatureRequest`, signs messages.
 * @returns an answer as SIP-030 has it
 * @throws WalletRefusal, and WalletError 'Invalid authentication response.'
 */
export async function askLegacyWallet(
  provider: LegacyProvider,
  method: string,
  params: unknown,
): Promise<{ result: unknown }> {
  if (method === "getAddresses") return { result: await authenticate(provider) };
  if (method === "stx_callContract") return { result: await sendCall(provider, params) };
  if (method !== "stx_signMessage" || provider.signatureRequest === undefined) {
    throw new WalletRefusal("unsupported", method);
  }
  const { message } = messageSchema.parse(params);
  return { result: await provider.signatureRequest(tokenOf({ message })).catch(refuse) };
}

async function sendCall(provider: LegacyProvider, params: unknown) {
  const { contract, postConditionMode, address, ...call } = callSchema.parse(params);
  const [contractAddress, contractName] = contract.split(".");
  const token = tokenOf({
    ...call,
    txType: "contract_call",
    contractAddress,
    contractName,
    postConditionMode: postConditionMode === "deny" ? 2 : 1,
    stxAddress: address,
  });
  const answer = sentSchema.safeParse(await provider.transactionRequest(token).catch(refuse));
  if (!answer.success) throw new WalletError(messages.invalidAuthResponse);
  return { txid: answer.data.txId, transaction: answer.data.txRaw };
}

/** Asks for the addresses, with the app's scopes. The request holds for an hour. */
async function authenticate(provider: LegacyProvider) {
  const { origin } = location;
  const request = makeAuthRequestToken(
    makeECPrivateKey(),
    `${origin}/`,
    `${origin}/manifest.webmanifest`,
    SCOPES,
    origin,
    nextHour().getTime(),
    { appDetails: appDetails() },
  );
  const answer = await provider.authenticationRequest(request).catch(refuse);
  const token = authAnswerSchema.safeParse(answer);
  if (!token.success || !(await verifyAuthResponse(token.data))) {
    throw new WalletError(messages.invalidAuthResponse);
  }
  const payload = authSchema.safeParse(decodeToken(token.data).payload);
  if (!payload.success) throw new WalletError(messages.invalidAuthResponse);
  const { public_keys, profile, hubUrl } = payload.data;
  const [publicKey] = public_keys;
  return {
    addresses: Object.values(profile.stxAddress).map((address) => ({ address, publicKey })),
    ...(hubUrl ? { hubUrl } : {}),
  };
}

const appDetails = () => ({ name: "Colonnade", icon: `${location.origin}/icon-192.png` });

/** The network as @stacks/connect 7 wrote it. */
function networkOf() {
  const { network, nodeUrl } = runtimeConfig();
  return network === "mainnet"
    ? { version: 0x00, chainId: 0x00000001, coreApiUrl: nodeUrl }
    : { version: 0x80, chainId: 0x80000000, coreApiUrl: nodeUrl };
}

function tokenOf(request: object): string {
  const payload = { ...request, network: networkOf(), appDetails: appDetails() };
  return createUnsecuredToken(JSON.parse(JSON.stringify(payload)));
}

/** These wallets reject with the word "cancel". */
function refuse(thrown: unknown): never {
  throw thrown === "cancel" ? new WalletRefusal("cancelled", thrown) : thrown;
}
