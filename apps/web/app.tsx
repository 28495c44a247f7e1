import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { AppRoutes } from "./routes.tsx";

/**
 * The whole app: the same tree in the browser and on the service, or what one rendered the other could not hydrate.
 * @param inRouter puts the routes where they learn the address from
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
