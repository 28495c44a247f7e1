import { messages } from "@colonnade/domain/messages.ts";
import { statusOf } from "../api/error.ts";
import { Button } from "../ui/button.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { TornSheet } from "../ui/torn-sheet.tsx";

/** What is shown instead of a page that could not be: a status, if there is one, and what was said. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  usePageMeta(messages.applicationError);
  const text = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className="page flex flex-col items-center gap-4 py-20 text-center">
      <TornSheet />
      <h1 className="text-3xl">{messages.applicationError}</h1>
      <p className="measure font-mono text-sm text-muted">
        {[statusOf(error), text].filter((part) => part !== undefined).join(" ")}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
        <Button
          tone={onRetry === undefined ? "primary" : "secondary"}
          onClick={() => window.location.reload()}
        >
          Reload the page
        </Button>
      </div>
    </div>
  );
}
