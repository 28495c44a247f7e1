import { FOREIGN_CONTRACTS } from "@colonnade/contracts/deployment.ts";
import { Cl, type ClarityValue } from "@stacks/transactions";
import type { Chain } from "./chain/chain.ts";
import type { SystemCall } from "./chain/log.ts";
import { isPrincipal, VmError, VmTrap } from "./chain/vm.ts";

const BNS_CONTRACT: string = FOREIGN_CONTRACTS.mainnet.bns;
/** The NFT asset of BNS names. */
export const NAME_ASSET = `${BNS_CONTRACT}::BNS-V2`;
const BNS_DEPLOYER = BNS_CONTRACT.split(".")[0] ?? "";

/** A name on the BNS stand-in. */
interface NameRecord {
  owner: string;
  /** Burn block height at which it expires; 0 is never. */
  renewal: number;
}

const namePattern = /^([a-z0-9_-]{1,48})\.([a-z0-9_-]{1,20})$/;

/** Whether the text is `name.namespace`. */
export function isName(text: string): boolean {
  return namePattern.test(text);
}

/** @throws RangeError for a text that is not `name.namespace` */
export function splitName(fullName: string): { name: string; namespace: string } {
  const match = namePattern.exec(fullName);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new RangeError(`not a BNS name: ${fullName}`);
  }
  return { name: match[1], namespace: match[2] };
}

export function giveName(fullName: string, owner: string): SystemCall {
  return systemCall("give-name", [...nameArguments(fullName), Cl.principal(owner)]);
}

export function transferName(fullName: string, recipient: string): SystemCall {
  return systemCall("transfer-name", [...nameArguments(fullName), Cl.principal(recipient)]);
}

/** @param renewal burn block height; with 0 the name never expires */
export function expireName(fullName: string, renewal: number): SystemCall {
  return systemCall("expire-name", [...nameArguments(fullName), Cl.uint(renewal)]);
}

/** The principal's primary name, as `alice.btc`. */
export function readPrimaryName(chain: Chain, principal: string): string | undefined {
  if (!isPrincipal(principal)) return undefined;
  const answer = read(chain, "get-primary", [Cl.principal(principal)]);
  if (answer?.type !== "ok" || answer.value.type !== "some") return undefined;
  const found = answer.value.value;
  if (found.type !== "tuple") return undefined;
  const { name, namespace } = found.value;
  if (name?.type !== "buffer" || namespace?.type !== "buffer") return undefined;
  return `${decode(name.value)}.${decode(namespace.value)}`;
}

export function readName(chain: Chain, fullName: string): NameRecord | undefined {
  const [name, namespace] = nameArguments(fullName);
  const answer = read(chain, "can-resolve-name", [namespace, name]);
  if (answer?.type !== "ok" || answer.value.type !== "tuple") return undefined;
  const { owner, renewal } = answer.value.value;
  if ((owner?.type !== "address" && owner?.type !== "contract") || renewal?.type !== "uint") {
    return undefined;
  }
  return { owner: owner.value, renewal: Number(renewal.value) };
}

/** The ids of the names that a principal owns, as serialized Clarity values. */
export function listNames(chain: Chain, principal: string): string[] {
  const last = read(chain, "get-last-token-id", []);
  const count = last?.type === "ok" && last.value.type === "uint" ? Number(last.value.value) : 0;
  const ids = Array.from({ length: count }, (_, index) => Cl.uint(index + 1));
  const owner = Cl.serialize(Cl.ok(Cl.some(Cl.principal(principal))));
  return ids
    .filter((id) => {
      const answer = read(chain, "get-owner", [id]);
      return answer !== undefined && Cl.serialize(answer) === owner;
    })
    .map((id) => `0x${Cl.serialize(id)}`);
}

function read(chain: Chain, functionName: string, args: ClarityValue[]): ClarityValue | undefined {
  try {
    return Cl.deserialize(chain.vm.callReadOnly(BNS_CONTRACT, functionName, args, BNS_DEPLOYER));
  } catch (error) {
    if (error instanceof VmTrap || !(error instanceof VmError)) throw error;
    return undefined;
  }
}

function systemCall(functionName: string, args: ClarityValue[]): SystemCall {
  return {
    sender: BNS_DEPLOYER,
    contract: BNS_CONTRACT,
    functionName,
    args: args.map((arg) => `0x${Cl.serialize(arg)}`),
  };
}

function nameArguments(fullName: string): [ClarityValue, ClarityValue] {
  const { name, namespace } = splitName(fullName);
  return [Cl.bufferFromUtf8(name), Cl.bufferFromUtf8(namespace)];
}

function decode(hex: string): string {
  return Buffer.from(hex, "hex").toString("utf8");
}
