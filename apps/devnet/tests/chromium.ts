import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const features = [
  // The address bar's two popups are two more pages in every window. They slow its start most.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  // A spare process for another site.
  "SpareRendererForSitePerProcess",
  // Playwright turns these off. They are repeated because Chromium reads only the last such list.
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "AimEnabled"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

const flags = [
  `--disable-features=${features.join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Without it, the shell rounds the widths of letters, which people's browsers do not.
  "--font-render-hinting=none",
];

/** For browsers that tests start. Pages that live for seconds take a fifth less processor time with them. */
const shortLivedFlags = [
  "--js-flags=--no-opt --no-maglev",
  "--num-raster-threads=1",
  "--in-process-gpu",
  // The pages of a context share a process and the scripts that it has compiled.
  "--process-per-site",
];

/** Chromium without windows. It draws and runs pages as the whole browser does, for less processor time. */
const SHELL = "chromium-headless-shell";
const whole = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export interface WantedChromium {
  /** Whether it must be a whole browser, as people have it. */
  isWhole?: boolean;
}

/** The program that `COLONNADE_CHROMIUM` names, or the first Chromium or Chrome on the path. */
export function findChromium({ isWhole = false }: WantedChromium = {}): string | null {
  const set = process.env.COLONNADE_CHROMIUM;
  if (set !== undefined && set !== "") return set;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = isWhole ? whole : [SHELL, ...whole];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Starts a headless Chromium. @param more flags in addition to those of every test */
export function launchChromium({
  more = [],
  ...wanted
}: WantedChromium & { more?: string[] } = {}): Promise<Browser> {
  const executablePath = findChromium(wanted);
  if (executablePath === null) throw new Error("There is no Chromium: set COLONNADE_CHROMIUM");
  const args = [...flags, ...(wanted.isWhole ? [] : shortLivedFlags), ...more];
  return chromium.launch({ executablePath, args, headless: true });
}
