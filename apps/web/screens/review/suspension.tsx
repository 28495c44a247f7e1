import { principalSchema } from "@colonnade/domain/principal.ts";
import { useState } from "react";
import { suspensionCall } from "../../features/moderation/call.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { AskButton } from "../shared/ask-button.tsx";

/** Suspends or restores somebody whom nobody reported. Any address can be suspended, also one without a profile. */
export function SuspendByAddress() {
  const { send, sending } = useSending();
  const [typed, setTyped] = useState("");
  const person = principalSchema.safeParse(typed.trim()).data;
  const error =
    typed.trim() === "" || person !== undefined ? undefined : "This is not a Stacks address";
  const change = (kind: "remove" | "restore") => {
    if (person !== undefined) send(() => suspensionCall(kind, person));
  };
  return (
    <Card aria-labelledby="by-address" className="mt-6 p-5 sm:p-6">
      <h2 id="by-address" className="text-lg">
        By address
      </h2>
      <p className="measure mt-1 mb-4 text-muted">
        A suspended address has no profile and can send nothing. To propose another admin for an
        organization, go to its page.
      </p>
      <TextField
        label="Address"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
      <div className="mt-1 flex flex-wrap gap-3">
        <SuspendButton
          name="this address"
          label="Suspend"
          busy={sending}
          disabled={person === undefined}
          onConfirm={() => change("remove")}
        />
        <RestoreButton
          name="this address"
          label="Restore"
          disabled={sending || person === undefined}
          onConfirm={() => change("restore")}
        />
      </div>
    </Card>
  );
}

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
      explanation="Their profile is removed, what they left pending is hidden, and they can send nothing. What was approved stays. You can end it later."
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
      explanation="They may make a profile and send again. What they left pending is shown again."
      answers={[{ label: "End it", act: onConfirm }]}
      keep="Leave it"
    >
      {label}
    </AskButton>
  );
}
