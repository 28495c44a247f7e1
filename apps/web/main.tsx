import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { AppRoutes } from "./routes.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root element");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
      <ErrorBoundary fallback={() => null}>
        <Toasts />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
);
