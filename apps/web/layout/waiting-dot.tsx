import { PulsingDot } from "../ui/pulsing-dot.tsx";

/** Why the dot beside Events pulses. */
export function WaitingDot() {
  return <PulsingDot text="An endorsement waits for your approval" />;
}
