import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { newSettings, type ProductSettings, startStillProduct } from "../stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Ports of the product that each file of screens' tests starts, and a seeded data folder to copy. */
    stillSettings: ProductSettings;
    /** Origin of that product. */
    stillOrigin: string;
    stillNodeUrl: string;
    /** Folder with the browser storage of people who connected their wallets. */
    connectedFolder: string;
    /** Folder for the pictures that `look` takes, or null if it takes none. */
    picturesFolder: string | null;
  }
}

const picturesFolder =
  process.env.COLONNADE_PICTURES === "0"
    ? null
    : fileURLToPath(new URL("../../artefacts/screens", import.meta.url));

/** Seeds a product once. Each file of screens' tests starts a copy of it, so that it sees nothing of the others. */
export async function setup(project: TestProject) {
  const connectedFolder = await mkdtemp(join(tmpdir(), "colonnade-connected-"));
  const settings = await newSettings();
  const product = await startStillProduct(settings);
  await product.stop();
  project.provide("stillSettings", settings);
  project.provide("stillOrigin", product.origin);
  project.provide("stillNodeUrl", product.nodeUrl);
  project.provide("connectedFolder", connectedFolder);
  project.provide("picturesFolder", picturesFolder);
  return async () => {
    if (picturesFolder !== null)
      process.stdout.write(`Pictures of the screens are in ${picturesFolder}\n`);
    await rm(connectedFolder, { recursive: true });
    await rm(settings.dataFolder, { recursive: true });
  };
}
