import { MAINNET_EPOCH } from "@colonnade/contracts/deployment.ts";
import {
  Cl,
  type ClarityAbi,
  type ClarityValue,
  serializeCVBytes,
  validateStacksAddress,
} from "@stacks/transactions";
import { z } from "zod";
import { type ClarityModule, loadClarityModule } from "./wasm.ts";

const eventSchema = z.object({
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** The SDK returns plain objects for a block and a view into the VM for a single call. Both have this shape. */
const resultSchema = z.object({
  result: z.string(),
  events: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
});

/** An event as the VM reports it: `nft_burn_event`, `print_event`, … */
export type VmEvent = z.infer<typeof eventSchema>;

/** A step's outcome. `result` is the serialized Clarity value, 0x-prefixed. */
export interface Outcome {
  result: string;
  events: VmEvent[];
}

/** A step that the VM did not finish: a runtime error, or a contract that does not compile. */
export class VmError extends Error {
  override readonly name = "VmError";
}

/**
 * The VM trapped, which our checks should prevent. Its state is invalid until a snapshot is restored
 * or it is reset.
 */
export class VmTrap extends VmError {
  readonly trapped = true;
}

interface StxAccount {
  unlocked: bigint;
  locked: bigint;
  unlockHeight: number;
}

/** The whole state of the VM at one moment. */
export type Snapshot = Uint8Array;

const NONE = "0x09";
export const CLARITY_VERSION = 4;

/** Whether the text is an address, with or without a contract's name. */
export function isPrincipal(text: string): boolean {
  const [address = "", name, ...rest] = text.split(".");
  return (
    rest.length === 0 &&
    validateStacksAddress(address) &&
    (name === undefined || /^[a-zA-Z][a-zA-Z0-9-]{0,127}$/.test(name))
  );
}

/** VMs released by closed chains. Booting a VM is the slowest part of a start. */
const idle: VirtualMachine[] = [];

/** The Clarity VM with one chain's state in it. Every call is synchronous. */
export class VirtualMachine {
  readonly #module: ClarityModule;
  #empty: Snapshot = new Uint8Array();
  readonly #session: ClarityModule["sdk"]["SDK"]["prototype"];

  private constructor(module: ClarityModule) {
    this.#module = module;
    this.#session = new module.sdk.SDK(
      () => Promise.reject(new Error("the devnet's VM has no files")),
      new module.sdk.SDKOptions(false, false, false),
    );
  }

  /** A VM with an empty state at height 1: a released one, or a new one. */
  static async acquire(): Promise<VirtualMachine> {
    const used = idle.pop();
    if (used !== undefined) {
      used.reset();
      return used;
    }
    const vm = new VirtualMachine(loadClarityModule());
    await vm.#session.initEmptySession({ enabled: false });
    vm.#session.setEpoch(MAINNET_EPOCH);
    vm.#empty = vm.snapshot();
    return vm;
  }

  /** Returns the VM for reuse. The caller must not use it afterwards. */
  release(): void {
    idle.push(this);
  }

  /** Goes back to the empty state. */
  reset(): void {
    this.restore(this.#empty);
  }

  get height(): number {
    return this.#session.stacksBlockHeight;
  }

  get burnHeight(): number {
    return this.#session.burnBlockHeight;
  }

  mint(recipient: string, amount: bigint): void {
    this.#session.mintSTX(recipient, amount);
  }

  /**
   * Runs the steps in one new block. A step that answers `(err …)` is rolled back by the VM.
   * @throws VmError if a step does not finish; the state is then incomplete, so the caller must
   * restore a snapshot
   */
  mine(steps: readonly Step[]): Outcome[] {
    if (steps.length === 0) {
      this.#session.mineEmptyStacksBlock();
      return [];
    }
    const results: unknown = attempt(() => this.#session.mineBlock(steps.map(encodeStep)));
    if (!Array.isArray(results)) throw new VmError("the VM returned no results");
    return results.map((result) => this.#take(result));
  }

  /** Mines a Bitcoin block: one empty Stacks block with the next burn height. */
  mineBurnBlock(): void {
    this.#session.mineEmptyBurnBlock();
  }

  /** @throws VmError for a runtime error, an unknown contract or function, or wrong arguments */
  callReadOnly(
    contract: string,
    functionName: string,
    args: readonly ClarityValue[],
    sender: string,
  ): string {
    const call = new this.#module.sdk.CallFnArgs(
      contract,
      functionName,
      args.map((arg) => serializeCVBytes(arg)),
      sender,
    );
    try {
      return this.#take(attempt(() => this.#session.callReadOnlyFn(call))).result;
    } finally {
      call.free();
    }
  }

  /** @throws RangeError for a text that is no principal */
  stxAccount(principal: string): StxAccount {
    // The principal becomes part of a Clarity expression, so anything else must be refused.
    if (!isPrincipal(principal)) throw new RangeError(`not a principal: ${principal}`);
    const outcome = this.#take(attempt(() => this.#session.execute(`(stx-account '${principal})`)));
    const value = Cl.deserialize(outcome.result);
    if (value.type !== "tuple") throw new VmError("stx-account returned no tuple");
    const field = (name: string): bigint => {
      const part = value.value[name];
      if (part?.type !== "uint") throw new VmError(`stx-account has no ${name}`);
      return BigInt(part.value);
    };
    return {
      unlocked: field("unlocked"),
      locked: field("locked"),
      unlockHeight: Number(field("unlock-height")),
    };
  }

  /** The contract's interface as the node answers it; undefined if there is no contract. */
  contractInterface(contract: string): ClarityAbi | undefined {
    const found: unknown = this.#session.getContractsInterfaces().get(contract);
    return isAbi(found) ? found : undefined;
  }

  contractSource(contract: string): string | undefined {
    if (this.contractInterface(contract) === undefined) return undefined;
    return this.#session.getContractSource(contract);
  }

  /** The serialized `(optional …)` value, 0x-prefixed. */
  mapEntry(contract: string, map: string, key: ClarityValue): string {
    try {
      return attempt(() => this.#session.getMapEntry(contract, map, serializeCVBytes(key)));
    } catch (error) {
      if (error instanceof VmError && error.message === "value not found") return NONE;
      throw error;
    }
  }

  /** The serialized value, 0x-prefixed. */
  dataVar(contract: string, name: string): string {
    return attempt(() => this.#session.getDataVar(contract, name));
  }

  /**
   * Copies the VM's memory. Undocumented by the SDK, which is why its version is pinned exactly.
   * @param over an old snapshot, which is overwritten if its size fits
   */
  snapshot(over?: Snapshot): Snapshot {
    const memory = new Uint8Array(this.#module.memory.buffer);
    if (over?.length !== memory.length) return memory.slice();
    over.set(memory);
    return over;
  }

  /** Restores a snapshot. Memory that the VM has added since is zeroed. */
  restore(snapshot: Snapshot): void {
    const memory = new Uint8Array(this.#module.memory.buffer);
    memory.set(snapshot);
    memory.fill(0, snapshot.length);
  }

  /** Reads a result. Frees it if it lives in the VM's memory, since the SDK does not. */
  #take(value: unknown): Outcome {
    try {
      const { result, events } = resultSchema.parse(value);
      return { result, events: events.map((event) => eventSchema.parse(JSON.parse(event))) };
    } finally {
      if (value instanceof this.#module.sdk.TransactionRes) value.free();
    }
  }
}

/** The SDK throws strings, and JavaScript errors if the WebAssembly trapped. */
function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw new VmTrap(error.message);
    throw new VmError(error instanceof Error ? error.message : String(error));
  }
}

function isAbi(value: unknown): value is ClarityAbi {
  return typeof value === "object" && value !== null && "functions" in value;
}

/** One thing done to the state inside a block. */
export type Step =
  | { kind: "transfer"; sender: string; recipient: string; amount: bigint }
  | { kind: "call"; sender: string; contract: string; functionName: string; args: ClarityValue[] }
  | { kind: "deploy"; sender: string; name: string; source: string; clarityVersion: number };

/** A step as the SDK takes it. */
function encodeStep(step: Step): object {
  switch (step.kind) {
    case "transfer":
      return {
        transferSTX: {
          amount: Number(step.amount),
          recipient: step.recipient,
          sender: step.sender,
        },
      };
    case "call":
      return {
        callPublicFn: {
          contract: step.contract,
          method: step.functionName,
          args_maps: step.args.map((arg) => serializeCVBytes(arg)),
          sender: step.sender,
        },
      };
    case "deploy":
      return {
        deployContract: {
          name: step.name,
          content: step.source,
          options: { clarityVersion: step.clarityVersion },
          deployer: step.sender,
          sender: step.sender,
        },
      };
  }
}
