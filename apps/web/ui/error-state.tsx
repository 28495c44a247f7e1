import { Button } from "./button.tsx";
import { TornSheet } from "./drawing.tsx";

/** Says what did not load, and offers to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
  retrying = false,
  heading: Heading = "h2",
}: {
  title: string;
  /** The error of the service or the network, in words. */
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** `h1` when it replaces the whole page. */
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
