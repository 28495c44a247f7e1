import type { NameRecord } from "./bns-name.ts";
import { BLOCKS_A_DAY } from "./node.ts";

/** Bitcoin blocks before its expiry from which a name's owner is told: about 30 days. */
const NOTICE = 30 * BLOCKS_A_DAY;

/** Bitcoin blocks in which only its owner can renew an expired name. Source: BNS-V2, NAME-GRACE-PERIOD-DURATION. */
const GRACE = 5000;

/** What somebody should know of a name that they use. `left` counts Bitcoin blocks. */
export type NameStatus =
  | { state: "good" }
  /** BNS-V2 does not know the name, or not as theirs. */
  | { state: "unknown" | "taken" }
  /** It expires soon, at a Bitcoin block. */
  | { state: "ending"; left: number; block: number }
  /** It has expired. While some blocks are left, only its owner can renew it. */
  | { state: "expired"; left: number }
  /** It has expired, and anybody can take it. */
  | { state: "lost" };

/**
 * The status of a name for an address.
 * @param record what BNS-V2 knows of the name; null for nothing
 * @param height the present burn block height
 */
export function judgeName(record: NameRecord | null, address: string, height: number): NameStatus {
  if (record === null) return { state: "unknown" };
  const { owner, renewal } = record;
  if (owner !== address) return { state: "taken" };
  const left = renewal - height;
  if (renewal === 0 || left > NOTICE) return { state: "good" };
  if (left > 0) return { state: "ending", left, block: renewal };
  return left + GRACE > 0 ? { state: "expired", left: left + GRACE } : { state: "lost" };
}

/** Whether the contract lets a profile be made under the name. */
export function makesProfiles({ state }: NameStatus): boolean {
  return state === "good" || state === "ending";
}
