import { Component, type ErrorInfo, type ReactNode } from "react";
import { wake } from "./awake.ts";
import { ChunkError } from "./chunk.tsx";
import { ErrorPage } from "./error-page.tsx";

interface Props {
  children: ReactNode;
  /** What is shown instead; the error page unless said. `retry` renders the children again. */
  fallback?: (retry: () => void) => ReactNode;
}

/** Shows the error page instead of what could not be rendered. Give it a `key` that changes with the page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error") };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    // What stands there instead answers presses, and nothing else is waited for.
    wake();
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
    return (
      <ErrorPage error={error} {...(error instanceof ChunkError ? { onRetry: this.retry } : {})} />
    );
  }
}
