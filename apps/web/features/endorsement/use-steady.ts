import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { useState } from "react";
import { differ } from "./word-diff.ts";

/**
 * Holds an endorsement as it was first shown, whatever words arrive meanwhile: they do not change under the
 * eyes of somebody who is about to decide on them.
 * @returns the endorsement as shown, whether newer words have arrived, and a way to show them
 */
export function useSteady(latest: Endorsement): {
  shown: Endorsement;
  outdated: boolean;
  catchUp: () => void;
} {
  const [held, setHeld] = useState(latest);
  // The same words with other surroundings (an approval, a suggestion that was accepted) are simply shown.
  const same = !differ(currentWords(held), currentWords(latest));
  return {
    shown: same ? latest : held,
    outdated: !same,
    catchUp: () => setHeld(latest),
  };
}
