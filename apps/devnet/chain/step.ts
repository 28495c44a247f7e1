import { type ClarityValue, serializeCVBytes } from "@stacks/transactions";

/** One thing done to the state inside a block. */
export type Step =
  | { kind: "transfer"; sender: string; recipient: string; amount: bigint }
  | { kind: "call"; sender: string; contract: string; functionName: string; args: ClarityValue[] }
  | { kind: "deploy"; sender: string; name: string; source: string; clarityVersion: number };

/** A step as the SDK takes it. */
export function encodeStep(step: Step): object {
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
