import { spawnSync } from "node:child_process";
import { findChromium, type WantedChromium } from "../apps/devnet/tests/chromium.ts";
import { ProcessError } from "./process.ts";

/** Vitest calls this before the projects that test in a browser. */
export function setup(): void {
  ensureChromium();
}

/**
 * Makes sure that there is a Chromium. As root on a system with apt-get, installs one.
 * @param wanted whether it must be a whole browser. If not, the headless shell is tried first
 * @throws ProcessError that says what to install
 */
export function ensureChromium(wanted: WantedChromium = {}): void {
  if (findChromium(wanted) !== null) return;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium for the browser tests");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    for (const name of wanted.isWhole ? ["chromium"] : ["chromium-headless-shell", "chromium"]) {
      const install = ["install", "-y", "-qq", "--no-install-recommends", name];
      spawnSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"] });
      if (findChromium(wanted) !== null) return;
    }
  }
  throw new ProcessError(
    "The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium.\n" +
      "Elsewhere, install Chrome or Chromium and set COLONNADE_CHROMIUM to its program.",
  );
}
