import { Button } from "./button.tsx";
import { TornSheet } from "./drawings.tsx";

/** Something did not load: what, and a way to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
  retrying = false,
}: {
  title: string;
  /** What the service or the network said. */
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <TornSheet />
      <h2 className="max-w-md text-xl">{title}</h2>
      {detail === undefined ? null : <p className="max-w-md text-muted">{detail}</p>}
      {onRetry === undefined ? null : (
        <Button tone="secondary" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
