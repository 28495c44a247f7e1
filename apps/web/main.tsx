import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { AppRoutes, preparePage } from "./routes.tsx";
import "./styles.css";

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no #root element");
const root = createRoot(element);

/** How long a page may stay blank for its code and data, in milliseconds, before an outline takes their place. */
const PATIENCE = 500;

// Both were asked for beside this file and are about to be here: an outline for a blink would only delay them.
const impatient = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
void Promise.race([preparePage(location), impatient]).then(() =>
  root.render(
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
  ),
);
