import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { AppRoutes } from "./routes.tsx";

/**
 * The whole app. The browser and the service render the same tree, because hydration needs equal markup.
 * @param inRouter wraps the routes in the router that knows the address
 */
export function App({
  client,
  inRouter,
}: {
  client: QueryClient;
  inRouter: (routes: ReactNode) => ReactNode;
}) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ErrorBoundary>{inRouter(<AppRoutes />)}</ErrorBoundary>
        <ErrorBoundary fallback={() => null}>
          <Toasts />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
