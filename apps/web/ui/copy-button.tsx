import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

type State = "idle" | "copied" | "refused";

const outcomes = { copied: "Copied", refused: "The browser did not allow copying" };

/** A button that copies a text, and says so for two seconds. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [state, setState] = useState<State>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  return (
    <Button
      tone="quiet"
      onClick={copy}
      icon={state === "copied" ? <Check className="size-4" /> : <Copy className="size-4" />}
    >
      <span aria-live="polite">{state === "idle" ? children : outcomes[state]}</span>
    </Button>
  );
}
