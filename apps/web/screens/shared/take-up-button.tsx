import type { ComponentProps } from "react";
import { isBegun } from "../../features/endorsement/unsent.ts";
import { AskButton } from "./ask-button.tsx";

/** A button that puts words into the form of a new endorsement. It asks once if others are begun there. */
export function TakeUpButton({
  sender,
  onTakeUp,
  tone = "secondary",
  ...button
}: { sender: string; onTakeUp: () => void } & Pick<
  ComponentProps<typeof AskButton>,
  "tone" | "className" | "disabled" | "children"
>) {
  return (
    <AskButton
      {...button}
      tone={tone}
      question="Replace what you have begun?"
      explanation="You have begun another endorsement. These words take its place, and what you wrote there is gone."
      answers={[{ label: "Replace it", act: onTakeUp }]}
      isHarmless={() => !isBegun(sender)}
    />
  );
}
