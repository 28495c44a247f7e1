import { DEVNET_DEPLOYER } from "@colonnade/domain/config.ts";
import { Cl, cvToJSON, deserializeCV } from "@stacks/transactions";
import { z } from "zod";
import { type SeedCall, SeedSender } from "../../apps/devnet/seed/sender.ts";

/** The protocol contract, which transactions call. */
export const protocolContract = `${DEVNET_DEPLOYER}.colonnade-protocol-alpha`;

const readSchema = z.object({ okay: z.literal(true), result: z.string() });
const txSchema = z.object({ tx_status: z.string() });

/** Reads the owner of an endorsement's token from the node, not the service. @returns null without an owner */
export async function readTokenOwner(nodeUrl: string, id: number): Promise<string | null> {
  const path = `/v2/contracts/call-read/${DEVNET_DEPLOYER}/colonnade-endorsement-alpha/get-owner`;
  const response = await fetch(nodeUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      sender: DEVNET_DEPLOYER,
      arguments: [`0x${Cl.serialize(Cl.uint(id))}`],
    }),
  });
  const { result } = readSchema.parse(await response.json());
  const owner = z
    .object({ value: z.object({ value: z.object({ value: z.string() }).nullable() }) })
    .parse(cvToJSON(deserializeCV(result)));
  return owner.value.value?.value ?? null;
}

/** Reads a transaction's status from the node, not the service. */
export async function readTransactionStatus(nodeUrl: string, txId: string): Promise<string> {
  const response = await fetch(`${nodeUrl}/extended/v1/tx/${txId}`);
  return txSchema.parse(await response.json()).tx_status;
}

/** Counts the transactions that wait for a block. */
export async function countPending(nodeUrl: string): Promise<number> {
  const response = await fetch(`${nodeUrl}/extended/v1/tx/mempool`);
  return z.object({ total: z.number() }).parse(await response.json()).total;
}

/** Mines a block now. */
export function mine(nodeUrl: string): Promise<void> {
  return control(nodeUrl, "mine", {});
}

/** Gives, transfers or expires a BNS name in a block of its own. `renewal` is a burn block height; 0 is never. */
export function changeName(
  nodeUrl: string,
  change:
    | { action: "give" | "transfer"; name: string; owner: string }
    | { action: "expire"; name: string; renewal: number },
): Promise<void> {
  return control(nodeUrl, "names", change);
}

/** Makes an account the owner of a BNS name, if it is not already. */
export async function giveName(nodeUrl: string, name: string, owner: string): Promise<void> {
  const response = await fetch(`${nodeUrl}/v1/names/${name}`);
  if (response.status === 404) return changeName(nodeUrl, { action: "give", name, owner });
  const { address } = z.object({ address: z.string() }).parse(await response.json());
  if (address !== owner) await changeName(nodeUrl, { action: "transfer", name, owner });
}

/** Uses one of the controls that only the devnet has. */
async function control(nodeUrl: string, route: string, body: object): Promise<void> {
  const response = await fetch(`${nodeUrl}/colonnade/v1/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The node refused ${route}: ${await response.text()}`);
}

/**
 * Sends calls, each signed by its sender, and mines blocks until all have succeeded.
 * @throws SeedError when one fails
 */
export async function sendAndMine(nodeUrl: string, calls: readonly SeedCall[]): Promise<void> {
  let isDone = false;
  const sending = new SeedSender(nodeUrl, protocolContract).sendAll(calls).finally(() => {
    isDone = true;
  });
  const mining = async () => {
    while (!isDone) await mine(nodeUrl);
  };
  await Promise.all([sending, mining()]);
}
