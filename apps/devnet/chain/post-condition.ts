import { type PostCondition, type PostConditionModeName, serializeCV } from "@stacks/transactions";
import type { VmEvent } from "./vm.ts";

/** STX, a fungible token or one NFT leaving a principal, by transfer or burn. */
export type Movement =
  | { kind: "stx"; sender: string; amount: bigint }
  | { kind: "ft"; sender: string; asset: string; amount: bigint }
  | { kind: "nft"; sender: string; asset: string; id: string };

interface PostConditionCheck {
  mode: PostConditionModeName;
  conditions: readonly PostCondition[];
  /** Who signed the transaction: what `origin` in a condition means. */
  origin: string;
  movements: readonly Movement[];
}

/** All movements in order. A mint leaves nobody, so it is not in the list. */
export function listMovements(events: readonly VmEvent[]): Movement[] {
  return events.flatMap(({ event, data }): Movement[] => {
    const sender = String(data.sender);
    const asset = String(data.asset_identifier);
    switch (event) {
      case "stx_transfer_event":
      case "stx_burn_event":
        return [{ kind: "stx", sender, amount: BigInt(String(data.amount)) }];
      case "ft_transfer_event":
      case "ft_burn_event":
        return [{ kind: "ft", sender, asset, amount: BigInt(String(data.amount)) }];
      case "nft_transfer_event":
      case "nft_burn_event":
        return [{ kind: "nft", sender, asset, id: String(data.raw_value).replace(/^0x/, "") }];
      default:
        return [];
    }
  });
}

/**
 * Checks a transaction's post-conditions against what it moved.
 *
 * Every condition must hold. In mode `deny` every movement needs a condition. In mode `originator`
 * (SIP-040) only movements of the signer's assets do.
 * @returns a sentence about the first violation; undefined if there is none
 */
export function checkPostConditions(check: PostConditionCheck): string | undefined {
  const { conditions, movements, mode, origin } = check;
  for (const condition of conditions) {
    const broken = brokenBy(condition, origin, movements);
    if (broken !== undefined) return broken;
  }
  if (mode === "allow") return undefined;
  const uncovered = movements.find(
    (movement) =>
      (mode === "deny" || movement.sender === origin) &&
      !conditions.some((condition) => covers(condition, origin, movement)),
  );
  return uncovered && `no post-condition covers ${describeMovement(uncovered)}`;
}

function brokenBy(
  condition: PostCondition,
  origin: string,
  movements: readonly Movement[],
): string | undefined {
  const covered = movements.filter((movement) => covers(condition, origin, movement));
  const who = principalOf(condition, origin);
  switch (condition.type) {
    case "stx-postcondition":
    case "ft-postcondition": {
      const sent = covered.reduce(
        (sum, movement) => (movement.kind === "nft" ? sum : sum + movement.amount),
        0n,
      );
      const asset = condition.type === "stx-postcondition" ? "µSTX" : condition.asset;
      return comparisons[condition.condition](sent, BigInt(condition.amount))
        ? undefined
        : `${who} sent ${sent} ${asset}, not ${condition.condition} ${condition.amount}`;
    }
    case "nft-postcondition": {
      if (condition.condition === "maybe-sent") return undefined;
      const wanted = condition.condition === "sent";
      if (covered.length > 0 === wanted) return undefined;
      return `${who} ${wanted ? "did not send" : "sent"} ${condition.asset} ${serializeCV(condition.assetId)}`;
    }
    default:
      return `${condition.type} is not known to this node`;
  }
}

function covers(condition: PostCondition, origin: string, movement: Movement): boolean {
  if (movement.sender !== principalOf(condition, origin)) return false;
  switch (condition.type) {
    case "stx-postcondition":
      return movement.kind === "stx";
    case "ft-postcondition":
      return movement.kind === "ft" && movement.asset === condition.asset;
    case "nft-postcondition":
      return (
        movement.kind === "nft" &&
        movement.asset === condition.asset &&
        movement.id === serializeCV(condition.assetId)
      );
    default:
      return false;
  }
}

function principalOf(condition: PostCondition, origin: string): string {
  return condition.address === "origin" ? origin : condition.address;
}

const comparisons = {
  eq: (sent: bigint, amount: bigint) => sent === amount,
  gt: (sent: bigint, amount: bigint) => sent > amount,
  gte: (sent: bigint, amount: bigint) => sent >= amount,
  lt: (sent: bigint, amount: bigint) => sent < amount,
  lte: (sent: bigint, amount: bigint) => sent <= amount,
};

function describeMovement(movement: Movement): string {
  switch (movement.kind) {
    case "stx":
      return `${movement.amount} µSTX sent by ${movement.sender}`;
    case "ft":
      return `${movement.amount} ${movement.asset} sent by ${movement.sender}`;
    case "nft":
      return `${movement.asset} ${movement.id} sent by ${movement.sender}`;
  }
}
