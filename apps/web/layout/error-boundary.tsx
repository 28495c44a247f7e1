import { messages } from "@colonnade/domain/messages.ts";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { statusOf } from "../api/error.ts";
import { Button } from "../ui/button.tsx";
import { TornSheet } from "../ui/drawing.tsx";
import { markHydrated } from "../ui/hydration.ts";
import { usePageMeta } from "../ui/page-meta.ts";
import { ChunkError } from "./chunk.tsx";

interface Props {
  children: ReactNode;
  /** Shown in place of the children; the error page unless given. `retry` renders the children again. */
  fallback?: (retry: () => void) => ReactNode;
}

/** Shows the error page in place of children that could not be rendered. Give it a `key` that changes with the page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error") };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    // The fallback was rendered here and is interactive, so no part waits for hydration any more.
    markHydrated();
    reportError(error instanceof Error ? error : new Error(`${error}${info.componentStack ?? ""}`));
  }

  retry = () => {
    const { error } = this.state;
    if (error instanceof ChunkError) error.forget();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback(this.retry);
    return <ErrorPage error={error} onRetry={error instanceof ChunkError ? this.retry : null} />;
  }
}

/** The page for an error: its HTTP status, if it has one, and its message. */
function ErrorPage({ error, onRetry }: { error: unknown; onRetry: (() => void) | null }) {
  usePageMeta({ title: messages.applicationError });
  const text = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className="page flex flex-col items-center gap-4 py-20 text-center">
      <TornSheet />
      <h1 className="text-3xl">{messages.applicationError}</h1>
      <p className="measure font-mono text-sm text-muted">
        {[statusOf(error), text].filter((part) => part !== undefined).join(" ")}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry === null ? null : <Button onClick={onRetry}>Try again</Button>}
        <Button
          tone={onRetry === null ? "primary" : "secondary"}
          onClick={() => window.location.reload()}
        >
          Reload the page
        </Button>
      </div>
    </div>
  );
}
