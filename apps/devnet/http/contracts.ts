import { Cl, type ClarityValue } from "@stacks/transactions";
import { Hono } from "hono";
import { z } from "zod";
import { findArgumentError, fits } from "../chain/admission.ts";
import type { Chain } from "../chain/chain.ts";
import { isPrincipal, VmError, VmTrap } from "../chain/vm.ts";
import { BadRequestError, notFound, readBody } from "./input.ts";

const callReadSchema = z.object({ sender: z.string(), arguments: z.array(z.string()) });

/** The stacks-node's routes about contracts: interface, source, read-only calls, maps, variables. */
export function contractRoutes(chain: Chain): Hono {
  return new Hono()
    .get("/v2/contracts/interface/:address/:name", (c) => {
      const abi = chain.vm.contractInterface(contractId(c.req.param()));
      return abi === undefined ? c.text("No contract interface data found", 404) : c.json(abi);
    })
    .get("/extended/v1/contract/:id", (c) => {
      const deployment = deploymentOf(chain, c.req.param("id"));
      if (deployment === undefined) return notFound(c, "cannot find contract by ID");
      const { transaction, payload, block } = deployment;
      const mined = block.transactions.find(({ txid }) => txid === transaction.txid);
      return c.json({
        tx_id: transaction.txid,
        canonical: chain.ledger.isCanonical(block),
        contract_id: payload.contract,
        block_height: block.block_height,
        clarity_version: payload.declaredVersion ?? null,
        source_code: payload.source,
        abi: JSON.stringify(mined?.contract_interface ?? null),
      });
    })
    .get("/v2/contracts/source/:address/:name", (c) => {
      const id = contractId(c.req.param());
      const source = chain.vm.contractSource(id);
      if (source === undefined) return c.text("No contract source data found", 404);
      return c.json({ source, publish_height: publishHeight(chain, id) });
    })
    .post("/v2/contracts/call-read/:address/:name/:function", async (c) => {
      const request = await readBody(c, callReadSchema);
      const id = contractId(c.req.param());
      return c.json(callReadOnly(chain, id, c.req.param("function"), request));
    })
    .post("/v2/map_entry/:address/:name/:map", async (c) => {
      const key = decodeValue(await readBody(c, z.string()));
      const id = contractId(c.req.param());
      const map = c.req.param("map");
      const known = chain.vm.contractInterface(id)?.maps.find(({ name }) => name === map);
      if (known === undefined) return c.text("Data not found", 404);
      if (!fits(key, known.key)) throw new BadRequestError("the key is not of the map's type");
      return c.json({ data: chain.vm.mapEntry(id, map, key) });
    })
    .get("/v2/data_var/:address/:name/:variable", (c) => {
      const id = contractId(c.req.param());
      const variable = c.req.param("variable");
      const known = chain.vm
        .contractInterface(id)
        ?.variables.some(({ name, access }) => name === variable && access === "variable");
      if (known !== true) return c.text("Data not found", 404);
      return c.json({ data: chain.vm.dataVar(id, variable) });
    });
}

/** A read-only call's result, or why a node does not run it. */
function callReadOnly(
  chain: Chain,
  id: string,
  functionName: string,
  request: z.infer<typeof callReadSchema>,
) {
  const failed = (cause: string) => ({ okay: false, cause });
  const abi = chain.vm.contractInterface(id);
  if (abi === undefined) return failed(`Unchecked(NoSuchContract("${id}"))`);
  const called = abi.functions.find(({ name }) => name === functionName);
  if (called === undefined) return failed(`Unchecked(UndefinedFunction("${functionName}"))`);
  if (called.access !== "read_only") return failed("NotReadOnly");
  const args = request.arguments.map(decodeValue);
  const unfit = findArgumentError(called, args);
  if (unfit !== undefined) return failed(`Unchecked(${unfit})`);
  if (!isPrincipal(request.sender)) throw new BadRequestError("the sender is no principal");
  const sender = request.sender.split(".")[0] ?? "";
  try {
    return { okay: true, result: chain.vm.callReadOnly(id, functionName, args, sender) };
  } catch (error) {
    if (error instanceof VmTrap || !(error instanceof VmError)) throw error;
    return failed(error.message);
  }
}

function contractId({ address, name }: { address: string; name: string }): string {
  return `${address}.${name}`;
}

function decodeValue(hex: string): ClarityValue {
  try {
    return Cl.deserialize(hex);
  } catch {
    throw new BadRequestError(`not a serialized Clarity value: ${hex}`);
  }
}

function publishHeight(chain: Chain, contract: string): number {
  return deploymentOf(chain, contract)?.block.block_height ?? 1;
}

/**
 * The transaction that deployed a contract, as a canonical block has it, else as an orphaned one has it; undefined for
 * contracts of the genesis.
 */
function deploymentOf(chain: Chain, contract: string) {
  const all = [...chain.ledger.entries.values()].flatMap(({ transaction, blocks }) => {
    const { payload } = transaction;
    if (payload.kind !== "smart_contract" || payload.contract !== contract) return [];
    const { txid } = transaction;
    return blocks
      .filter(({ transactions }) =>
        transactions.some((mined) => mined.txid === txid && mined.status === "success"),
      )
      .map((block) => ({ transaction, payload, block }));
  });
  return all.find(({ block }) => chain.ledger.isCanonical(block)) ?? all.at(-1);
}
