import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router";
import { queryClient } from "../../../apps/web/api/query-client.ts";
import "./styles.css";

// The smallest page with the app's libraries. The baseline for the product's pages.
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root element");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routes>
          <Route path="*" element={<Empty />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);

function Empty() {
  return (
    <main className="page py-8">
      <h1 className="text-4xl">Colonnade</h1>
      <p className="text-lg text-muted">An empty page.</p>
    </main>
  );
}
