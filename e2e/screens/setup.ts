import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { pictures } from "../stack/pictures.ts";
import { newSettings, startStillProduct } from "../stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the product is open whose screens are looked at. */
    stillOrigin: string;
    stillNodeUrl: string;
    /** Where it is kept what the browsers of people who connected their wallets remember. */
    connectedFolder: string;
  }
}

/** Brings up the product once for the screens, where nothing happens until it is asked for. */
export async function setup(project: TestProject) {
  const connectedFolder = await mkdtemp(join(tmpdir(), "colonnade-connected-"));
  const product = await startStillProduct(await newSettings());
  project.provide("stillOrigin", product.origin);
  project.provide("stillNodeUrl", product.nodeUrl);
  project.provide("connectedFolder", connectedFolder);
  return async () => {
    process.stdout.write(`Pictures of the screens are in ${pictures}\n`);
    await product[Symbol.asyncDispose]();
    await rm(connectedFolder, { recursive: true });
  };
}
