import { Cl, type ClarityValue, cvToString } from "@stacks/transactions";

/** A Clarity value as the Hiro API shows it. */
export interface ValueView {
  /** Serialized, 0x-prefixed. */
  hex: string;
  /** In Clarity's own syntax. */
  repr: string;
}

export function viewValue(value: ClarityValue): ValueView {
  return { hex: `0x${Cl.serialize(value)}`, repr: cvToString(value) };
}

export function viewHex(hex: string): ValueView {
  return { hex, repr: cvToString(Cl.deserialize(hex)) };
}
