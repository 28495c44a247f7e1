import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface Props {
  children: ReactNode;
}

/** Shows the error page instead of what could not be rendered. Give it a `key` that changes with the page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error") };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    reportError(error instanceof Error ? error : new Error(`${error}${info.componentStack ?? ""}`));
  }

  override render() {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />;
  }
}
