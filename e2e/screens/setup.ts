import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { newSettings, type ProductSettings, startStillProduct } from "../stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Ports of the product that the files of screens' tests use, and a seeded data folder to copy. */
    stillSettings: ProductSettings;
    /** Origin of that product. */
    stillOrigin: string;
    stillNodeUrl: string;
    /** Folder of a run, with the products' data. */
    screensFolder: string;
    /** Folder for the pictures that `look` takes, or null if it takes none. */
    picturesFolder: string | null;
  }
}

const picturesFolder =
  process.env.COLONNADE_PICTURES === "0"
    ? null
    : fileURLToPath(new URL("../../artefacts/screens", import.meta.url));

/** Seeds a product once. The files of screens' tests use copies of it, so that none sees what another has done. */
export async function setup(project: TestProject) {
  const screensFolder = await mkdtemp(join(tmpdir(), "colonnade-screens-"));
  const settings = await newSettings();
  const product = await startStillProduct(settings);
  await product.stop();
  project.provide("stillSettings", settings);
  project.provide("stillOrigin", product.origin);
  project.provide("stillNodeUrl", product.nodeUrl);
  project.provide("screensFolder", screensFolder);
  project.provide("picturesFolder", picturesFolder);
  return async () => {
    if (picturesFolder !== null)
      process.stdout.write(`Pictures of the screens are in ${picturesFolder}\n`);
    // The last product may still be ending, and write meanwhile.
    await rm(screensFolder, { recursive: true, maxRetries: 20, retryDelay: 250 });
    await rm(settings.dataFolder, { recursive: true });
  };
}
