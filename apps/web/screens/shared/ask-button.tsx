import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogDescription } from "../../ui/dialog.tsx";

/** A button that asks once more, in a dialog, before it acts. */
export function AskButton({
  question,
  explanation,
  answers,
  keep = "Keep it",
  fields,
  isHarmless = () => false,
  children,
  ...button
}: {
  /** The dialog's title. */
  question: ReactNode;
  /** What happens then. */
  explanation: ReactNode;
  /** What can be done, each with a button. The first one is the one that is asked about. */
  answers: { label: string; act: () => void }[];
  /** The button that does nothing. */
  keep?: string;
  /** Stands above the answers. */
  fields?: ReactNode;
  /** Whether a press loses nothing at that moment: then the first answer is given without a question. */
  isHarmless?: () => boolean;
} & Omit<ComponentProps<typeof Button>, "onClick">) {
  const [open, setOpen] = useState(false);
  // Once the button cannot be pressed any more, such as when the words have changed, there is nothing to ask.
  if (open && button.disabled === true) setOpen(false);
  const close = () => setOpen(false);
  const press = () => (isHarmless() ? answers[0]?.act() : setOpen(true));
  return (
    <>
      <Button {...button} onClick={press}>
        {children}
      </Button>
      <Dialog open={open} onClose={close} title={question} size="small">
        <div className="flex flex-col gap-5 p-5 sm:p-6">
          <DialogDescription className="text-muted">{explanation}</DialogDescription>
          {fields}
          <div className="flex flex-wrap gap-3">
            {answers.map(({ label, act }) => (
              <Button
                key={label}
                tone="danger"
                onClick={() => {
                  close();
                  act();
                }}
              >
                {label}
              </Button>
            ))}
            <Button tone="secondary" onClick={close}>
              {keep}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
