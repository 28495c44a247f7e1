import type { TestProject } from "vitest/node";
import { pictures } from "./stack/pictures.ts";
import { newSettings, startProduct, startStillProduct } from "./stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the product that the journeys share is open. */
    origin: string;
    nodeUrl: string;
    /** Where the product is open whose screens are looked at. */
    stillOrigin: string;
    stillNodeUrl: string;
  }
}

/**
 * Brings up the product once for all journeys, which are each other people's and don't meet, and once for the
 * screens, where nothing happens until it is asked for.
 */
export async function setup(project: TestProject) {
  await using parts = new AsyncDisposableStack();
  const product = parts.use(await startProduct(await newSettings()));
  const still = parts.use(await startStillProduct(await newSettings()));
  project.provide("origin", product.origin);
  project.provide("nodeUrl", product.nodeUrl);
  project.provide("stillOrigin", still.origin);
  project.provide("stillNodeUrl", still.nodeUrl);
  const running = parts.move();
  return async () => {
    process.stdout.write(`Pictures of the screens are in ${pictures}\n`);
    await running.disposeAsync();
  };
}
