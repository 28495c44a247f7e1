import { Cl, type ClarityValue } from "@stacks/transactions";
import { Hono } from "hono";
import { z } from "zod";
import { findArgumentError, fits } from "../chain/argument.ts";
import { isPrincipal, VmError, VmTrap } from "../chain/vm.ts";
import type { NodeContext } from "./context.ts";
import { BadRequestError, readBody } from "./input.ts";

const callReadSchema = z.object({ sender: z.string(), arguments: z.array(z.string()) });

/** The stacks-node's routes about contracts: interface, source, read-only calls, maps, variables. */
export function contractRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/v2/contracts/interface/:address/:name", (c) => {
      const abi = chain.vm.contractInterface(contractId(c.req.param()));
      return abi === undefined ? c.text("No contract interface data found", 404) : c.json(abi);
    })
    .get("/v2/contracts/source/:address/:name", (c) => {
      const id = contractId(c.req.param());
      const source = chain.vm.contractSource(id);
      if (source === undefined) return c.text("No contract source data found", 404);
      return c.json({ source, publish_height: publishHeight({ chain }, id) });
    })
    .post("/v2/contracts/call-read/:address/:name/:function", async (c) => {
      const request = await readBody(c, callReadSchema);
      const id = contractId(c.req.param());
      const functionName = c.req.param("function");
      const abi = chain.vm.contractInterface(id);
      if (abi === undefined) {
        return c.json({ okay: false, cause: `Unchecked(NoSuchContract("${id}"))` });
      }
      const called = abi.functions.find(({ name }) => name === functionName);
      if (called === undefined) {
        const cause = `Unchecked(UndefinedFunction("${functionName}"))`;
        return c.json({ okay: false, cause });
      }
      if (called.access !== "read_only") return c.json({ okay: false, cause: "NotReadOnly" });
      const args = request.arguments.map(decodeValue);
      const unfit = findArgumentError(called, args);
      if (unfit !== undefined) return c.json({ okay: false, cause: `Unchecked(${unfit})` });
      if (!isPrincipal(request.sender)) throw new BadRequestError("the sender is no principal");
      const sender = request.sender.split(".")[0] ?? "";
      try {
        return c.json({
          okay: true,
          result: chain.vm.callReadOnly(id, functionName, args, sender),
        });
      } catch (error) {
        if (error instanceof VmTrap || !(error instanceof VmError)) throw error;
        return c.json({ okay: false, cause: error.message });
      }
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

function publishHeight({ chain }: Pick<NodeContext, "chain">, contract: string): number {
  for (const { transaction, blocks } of chain.ledger.stories.values()) {
    if (transaction.payload.kind !== "smart_contract") continue;
    if (transaction.payload.contract !== contract) continue;
    const block = blocks.find((mined) => chain.ledger.isCanonical(mined));
    if (block !== undefined) return block.block_height;
  }
  return 1;
}
