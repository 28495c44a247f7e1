import { countPending } from "../stack/chain.ts";
import { copyProduct, type Product, type ProductSettings } from "../stack/product.ts";

/** A product that mines on request only, as it was right after its seed. */
export interface StillProduct {
  /** Call it when a page has sent the service something other than a read. */
  noteWrite(): void;
  /** Keeps the product for the next test file, unless this one has changed anything in it. */
  leave(): Promise<void>;
}

/** What the last test file of this process left unchanged. It ends with the process. */
let kept: Product | undefined;

/**
 * Takes the product that the last test file left, or starts a copy, which takes seven seconds of processor time.
 * @param folder for the copy of the data
 */
export async function takeStillProduct(
  settings: ProductSettings,
  folder: string,
): Promise<StillProduct> {
  const product = kept ?? (await copyProduct(settings, folder));
  kept = undefined;
  const before = await readRevision(product);
  let hasWritten = false;
  return {
    noteWrite: () => {
      hasWritten = true;
    },
    async leave() {
      const isSame = !hasWritten && (await readRevision(product)) === before;
      if (isSame && (await countPending(product.nodeUrl)) === 0) kept = product;
      else await product[Symbol.asyncDispose]();
    },
  };
}

/** The ETag of an answer, which is another after every commit that readers can see. */
async function readRevision({ origin }: Product): Promise<string | null> {
  const response = await fetch(`${origin}/api/milestones?limit=1`);
  await response.body?.cancel();
  return response.headers.get("etag");
}
