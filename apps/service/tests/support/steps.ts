import fc from "fast-check";
import type { OffChainAction } from "./off-chain-actions.ts";

/** What may happen between a node and the index. */
export type Step =
  | { kind: "grow"; blocks: number }
  /** A fork some blocks back. At first it is shorter than the branch that it replaces. */
  | { kind: "fork"; back: number }
  /** A block on any block of any branch, so that an orphaned branch may come back. */
  | { kind: "flip"; place: number }
  /** An orphaned branch comes back without a new block. The index has to ask the node. */
  | { kind: "return"; place: number }
  /** A block that was posted before. */
  | { kind: "duplicate"; place: number }
  /** Blocks that are mined and not posted: their child finds a gap. They are posted at the next restart. */
  | { kind: "withhold"; blocks: number; hasChild: boolean }
  | { kind: "restart" }
  /** The node is asked about the announced transactions. */
  | { kind: "ask" };

export interface History {
  seed: number;
  /** Each step, and what people do off chain after it. */
  steps: { step: Step; actions: OffChainAction[] }[];
}

const just = <const Value>(value: Value) => fc.constant(value);
const between = (min: number, max: number) => fc.integer({ min, max });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: just("grow"), blocks: between(1, 3) }) },
  // Rare, and long enough for a fork of 100 blocks.
  { weight: 1, arbitrary: fc.record({ kind: just("grow"), blocks: between(20, 60) }) },
  { weight: 3, arbitrary: fc.record({ kind: just("fork"), back: between(1, 12) }) },
  { weight: 1, arbitrary: fc.record({ kind: just("fork"), back: between(13, 100) }) },
  { weight: 3, arbitrary: fc.record({ kind: just("flip"), place: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: just("return"), place: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: just("duplicate"), place: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: just("withhold"),
      blocks: between(1, 12),
      hasChild: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: just("restart") }) },
  { weight: 2, arbitrary: fc.record({ kind: just("ask") }) },
);

const actionArbitrary: fc.Arbitrary<OffChainAction> = fc.oneof(
  { weight: 4, arbitrary: just("announce") },
  { weight: 2, arbitrary: just("drop") },
  { weight: 1, arbitrary: just("sendAgain") },
  { weight: 2, arbitrary: just("apply") },
  { weight: 4, arbitrary: just("decide") },
);

export const historyArbitrary: fc.Arbitrary<History> = fc.record({
  seed: fc.integer(),
  steps: fc.array(
    fc.record({
      step: stepArbitrary,
      actions: fc.array(actionArbitrary, { maxLength: 3, size: "max" }),
    }),
    { minLength: 4, maxLength: 24 },
  ),
});
