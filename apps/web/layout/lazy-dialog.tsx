import { type ReactNode, Suspense } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

/** Wraps a dialog whose code loads when it opens. If that fails, an alert offers to try again; the page stays. */
export function LazyDialog({
  open,
  onClose,
  children,
}: {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ErrorBoundary
      fallback={(retry) => (open ? <LoadingFailed onRetry={retry} onClose={onClose} /> : null)}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function LoadingFailed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-20 z-40 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-3 rounded-paper border border-line bg-sheet p-4 md:bottom-6"
    >
      <p>This could not be opened. Are you online?</p>
      <div className="flex gap-2">
        <Button onClick={onRetry}>Try again</Button>
        <Button tone="quiet" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
