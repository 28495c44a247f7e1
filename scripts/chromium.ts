import { spawnSync } from "node:child_process";
import { findChromium } from "../apps/devnet/tests/chromium.ts";
import { ProcessError } from "./process.ts";

/**
 * Makes sure that there is a Chromium. Installs Debian's if this process may. Vitest calls it before the
 * projects that test in a browser.
 * @throws ProcessError that says what to install
 */
export function setup(): void {
  if (findChromium() !== null) return;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium for the browser tests");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
    spawnSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"] });
    if (findChromium() !== null) return;
  }
  throw new ProcessError(
    "The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium.\n" +
      "Elsewhere, install Chrome or Chromium and set COLONNADE_CHROMIUM to its program.",
  );
}
