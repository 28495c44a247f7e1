import { spawnSync } from "node:child_process";
import { findChromium } from "../apps/devnet/tests/chromium.ts";
import { ProcessError } from "./process.ts";

/** Vitest calls it before the projects that test in a browser. */
export function setup(): void {
  ensureChromium("chromium-headless-shell");
}

/**
 * Makes sure that there is a Chromium. If this process may, it installs Debian's.
 * @param name Debian's package: the whole browser, or the one without windows. A whole one will do for both
 * @throws ProcessError that says what to install
 */
export function ensureChromium(name: "chromium" | "chromium-headless-shell"): void {
  const find = () => findChromium({ isWhole: name === "chromium" });
  if (find() !== null) return;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium for the browser tests");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const install = ["install", "-y", "-qq", "--no-install-recommends", name];
    spawnSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"] });
    if (find() !== null) return;
  }
  throw new ProcessError(
    `The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install ${name}.\n` +
      "Elsewhere, install Chrome or Chromium and set COLONNADE_CHROMIUM to its program.",
  );
}
