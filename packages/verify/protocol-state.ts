import { Cl } from "@stacks/transactions";
import * as z from "zod/mini";
import { Node } from "./ask-node.ts";

/** A node did not answer, or not as the contract does. */
export class SilentNodeError extends Error {
  override readonly name = "SilentNodeError";
}

/** What the chain has of an endorsement; null where it has none. */
interface EndorsementOnChain {
  status: string;
  sender: string;
  receiver: string;
}

const profileSchema = z.nullable(
  z.object({ bns: z.instanceof(Uint8Array), "bns-name": z.instanceof(Uint8Array) }),
);
const organizationSchema = z.nullable(z.object({ name: z.string() }));
const endorsementSchema = z.nullable(
  z.object({ status: z.string(), sender: z.string(), receiver: z.string() }),
);

/** Reads the protocol contract's state from a node, by plain RPC. Every call may throw SilentNodeError. */
export class ProtocolState {
  readonly #node: Node;
  readonly #contract: string;

  /** @param contract the protocol contract, as `ADDRESS.name` */
  constructor(url: string, contract: string) {
    this.#node = new Node(url);
    this.#contract = contract;
  }

  /** `alice.btc`; null for somebody without a profile. */
  async nameOf(address: string): Promise<string | null> {
    const found = await this.#read("get-profile", [Cl.principal(address)], profileSchema);
    if (found === null) return null;
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return `${text(found["bns-name"])}.${text(found.bns)}`;
  }

  isSuspended(address: string): Promise<boolean> {
    return this.#read("is-suspended", [Cl.principal(address)], z.boolean());
  }

  /** Null where there is none. */
  async organizationName(id: number): Promise<string | null> {
    const found = await this.#read("get-organization", [Cl.uint(id)], organizationSchema);
    return found?.name ?? null;
  }

  endorsement(id: number): Promise<EndorsementOnChain | null> {
    return this.#read("get-endorsement", [Cl.uint(id)], endorsementSchema);
  }

  async lastEndorsement(): Promise<number> {
    return Number(await this.#read("get-last-endorsement-id", [], z.bigint()));
  }

  async #read<Schema extends z.ZodMiniType>(
    name: string,
    args: Parameters<Node["call"]>[2],
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { answer, exchange } = await this.#node.call(this.#contract, name, args);
    const parsed = answer === null ? null : schema.safeParse(answer.value);
    if (parsed?.success === true) return parsed.data;
    throw new SilentNodeError(
      `${this.#node.url} does not answer ${name}: ${exchange.status ?? exchange.answer}`,
    );
  }
}
