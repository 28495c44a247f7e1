import type { TestProject } from "vitest/node";
import { newSettings, startProduct } from "../stack/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the product that all journeys share. */
    origin: string;
    nodeUrl: string;
  }
}

/** Starts one product for all journeys. Each journey has its own people. */
export async function setup(project: TestProject) {
  const product = await startProduct(await newSettings());
  project.provide("origin", product.origin);
  project.provide("nodeUrl", product.nodeUrl);
  return () => product[Symbol.asyncDispose]();
}
