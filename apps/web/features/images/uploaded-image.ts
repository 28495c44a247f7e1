import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { imageLink, ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { times } from "@colonnade/domain/limits.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { WalletError } from "../wallet/wallet-error.ts";

const REMOVED =
  "Nothing used this image for a day after its upload, so it was removed. Please upload it again.";

/**
 * Checks that the service still has an uploaded image, and keeps it long enough to sign for it. Call it before the
 * wallet opens. A service that does not answer stops nobody from signing.
 * @param onRemoved shows the words at the image's field
 * @param words say that the image is gone, and what the person can do
 * @throws WalletError with the same words
 */
export async function requireUploadedImage(
  image: string,
  onRemoved: (words: string) => void,
  words = REMOVED,
): Promise<void> {
  if (!(await isRemoved(image))) return;
  onRemoved(words);
  throw new WalletError(words);
}

async function isRemoved(image: string): Promise<boolean> {
  const link = imageLink(image, runtimeConfig().origin);
  const isPreset = categoryOf(image) !== unknownCategory;
  if (link === null || isPreset || ipfsPathOf(image) === null) return false;
  const response = await fetch(link, {
    method: "HEAD",
    // A redirect to a gateway means that the service has no such image. A gateway never had what was uploaded here.
    redirect: "manual",
    cache: "no-store",
  }).catch(() => null);
  if (response === null) return false;
  if (response.status === 404 || response.type === "opaqueredirect") return true;
  const leaves = Date.parse(response.headers.get("sunset") ?? "");
  return leaves < Date.now() + times.signing;
}
