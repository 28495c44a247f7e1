import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useState } from "react";

/**
 * Holds an endorsement as it was first shown, whatever arrives meanwhile: words do not change under the eyes
 * of somebody who is about to decide on them.
 * @returns the endorsement as shown, whether newer words have arrived, and a way to show them
 */
export function useSteady(latest: Endorsement): {
  shown: Endorsement;
  outdated: boolean;
  catchUp: () => void;
} {
  const [held, setHeld] = useState(latest);
  // The same words with other surroundings (a new portrait, an approval) are simply shown.
  const same = held.revision === latest.revision;
  return {
    shown: same ? latest : held,
    outdated: !same,
    catchUp: () => setHeld(latest),
  };
}
