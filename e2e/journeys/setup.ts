import type { TestProject } from "vitest/node";
import { newSettings, startProduct } from "../stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the product that the journeys share is open. */
    origin: string;
    nodeUrl: string;
  }
}

/** Brings up the product once for all journeys, which are each other people's and don't meet. */
export async function setup(project: TestProject) {
  const product = await startProduct(await newSettings());
  project.provide("origin", product.origin);
  project.provide("nodeUrl", product.nodeUrl);
  return () => product[Symbol.asyncDispose]();
}
