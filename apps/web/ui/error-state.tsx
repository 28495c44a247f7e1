import { Button } from "./button.tsx";
import { TornSheet } from "./torn-sheet.tsx";

/** Something did not load: what, and a way to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
  retrying = false,
  heading: Heading = "h2",
}: {
  title: string;
  /** What the service or the network said. */
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** `h1` where it stands in place of the whole page. */
  heading?: "h1" | "h2";
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <TornSheet />
      <Heading className="max-w-md text-xl first-letter:uppercase">{title}</Heading>
      {detail === undefined ? null : <p className="max-w-md text-balance text-muted">{detail}</p>}
      {onRetry === undefined ? null : (
        <Button tone="secondary" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
