import fc from "fast-check";
import type { Telling } from "./told.ts";

/** What may happen between a node and the index. */
export type Step =
  | { kind: "grow"; blocks: number }
  /** A branch off the chain, some blocks back: shorter than what it replaces, for a while or for good. */
  | { kind: "fork"; back: number }
  /** On top of any block of any branch: an orphaned branch comes back. */
  | { kind: "flip"; place: number }
  /** An orphaned branch comes back as it was, without any block that says so: the node is asked. */
  | { kind: "return"; place: number }
  /** A block that was posted before. */
  | { kind: "duplicate"; place: number }
  /** Mined and not posted, so that their child finds a gap, filled at once; posted at the next restart. */
  | { kind: "withhold"; blocks: number; hasChild: boolean }
  | { kind: "restart" }
  /** The node is asked what has become of what was announced. */
  | { kind: "ask" };

export interface History {
  seed: number;
  /** Each with what people tell after it. */
  steps: { step: Step; tellings: Telling[] }[];
}

const just = <const Value>(value: Value) => fc.constant(value);
const between = (min: number, max: number) => fc.integer({ min, max });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: just("grow"), blocks: between(1, 3) }) },
  // Seldom, so many that a fork of depth 100 has room.
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

const tellingArbitrary: fc.Arbitrary<Telling> = fc.oneof(
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
      tellings: fc.array(tellingArbitrary, { maxLength: 3, size: "max" }),
    }),
    { minLength: 4, maxLength: 24 },
  ),
});
