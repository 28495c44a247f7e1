import { times } from "@colonnade/domain/limits.ts";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode, Suspense } from "react";
import { lazily } from "./layout/chunk.tsx";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";
import { useIdle } from "./ui/hydration.ts";
import { useTheme } from "./ui/theme.tsx";

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

/** Loads after the page. Earlier toasts wait in the queue of react-toastify. */
const ToastContainer = lazily(
  "toasts",
  async () => (await import("./layout/toast-container.tsx")).ToastContainer,
);

/** The place of toasts: top right, for five seconds unless a toast says otherwise. */
function Toasts() {
  const theme = useTheme(({ theme }) => theme);
  if (!useIdle()) return null;
  return (
    <Suspense fallback={null}>
      <ToastContainer
        position="top-right"
        autoClose={times.defaultToast}
        theme={theme}
        icon={false}
      />
    </Suspense>
  );
}
