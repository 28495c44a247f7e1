import { AskButton } from "../shared/ask-button.tsx";

interface SuspensionButtonProps {
  /** Who it is about, as the button and the question name them. */
  name: string;
  /** What the button says. */
  label: string;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
}

/** Asks before it suspends somebody. */
export function SuspendButton({ name, label, onConfirm, ...state }: SuspensionButtonProps) {
  return (
    <AskButton
      {...state}
      tone="danger"
      question={`Suspend ${name}?`}
      explanation="Their profile goes, what they left waiting is shown no more, and they can send nothing. What was approved stays. You can end it later."
      answers={[{ label: "Suspend", act: onConfirm }]}
      keep="Not now"
    >
      {label}
    </AskButton>
  );
}

/** Asks before it ends a suspension. */
export function RestoreButton({ name, label, onConfirm, ...state }: SuspensionButtonProps) {
  return (
    <AskButton
      {...state}
      tone="secondary"
      question={`End the suspension of ${name}?`}
      explanation="They may make a profile again and send. What they left waiting is shown again."
      answers={[{ label: "End it", act: onConfirm }]}
      keep="Leave it"
    >
      {label}
    </AskButton>
  );
}
