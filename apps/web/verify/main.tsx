import { parseJson } from "@colonnade/domain/text.ts";
import { verifySettingsSchema } from "@colonnade/domain/verify-settings.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CheckPage } from "./check-page.tsx";
import "./styles.css";

/** The service writes its settings into the page. A file that was built and never served has none. */
const settings = verifySettingsSchema.safeParse(
  parseJson(document.getElementById("colonnade-config")?.textContent ?? ""),
);
const isServed = location.protocol !== "file:";
const id = isServed ? /^\/verify\/([1-9]\d{0,14})$/.exec(location.pathname)?.[1] : undefined;

// The web app's font files are where the page is served, and not beside a copy on a disk.
if (isServed) document.getElementById("site-fonts")?.setAttribute("media", "all");

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <CheckPage
      settings={settings.success ? settings.data : null}
      isServed={isServed}
      proofAddress={id === undefined ? null : `${location.origin}/api/proof/${id}`}
    />
  </StrictMode>,
);
