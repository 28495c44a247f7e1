import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where a Chromium is: `COLONNADE_CHROMIUM`, or the first one on the path. */
function findChromium(): string | null {
  const set = process.env.COLONNADE_CHROMIUM;
  if (set !== undefined && set !== "") return set;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Finds a Chromium, installing Debian's where that is permitted.
 * @returns null, having said what to install, when there is none
 */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium for the browser tests");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
    spawnSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"] });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  console.error(
    "The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium.\n" +
      "Elsewhere, install Chrome or Chromium and set COLONNADE_CHROMIUM to its program.",
  );
  return null;
}
