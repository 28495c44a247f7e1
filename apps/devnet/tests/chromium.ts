import { type Browser, chromium } from "playwright-core";

const features = [
  // The address bar's two popups: pages in every window, which take thrice as long to make as all else of it.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  // A process that is kept ready for another site.
  "SpareRendererForSitePerProcess",
  // What Playwright turns off: of two such lists Chromium takes the last.
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
];

/**
 * Starts the Chromium that `npm test` found.
 * @param more flags beside those of every test
 */
export function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = process.env.COLONNADE_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...flags, ...more], headless: true });
}
