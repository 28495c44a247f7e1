import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { api } from "../../api/client.ts";
import { withServerSession } from "../wallet/server-session.ts";

/**
 * Stores an image with the service. The wallet is asked to sign in where it has not yet.
 * @returns its address, `ipfs://{cid}`
 * @throws a wallet's refusal, or the service's ApiError
 */
export async function uploadImage(image: Blob): Promise<string> {
  const { cid } = await withServerSession(() => api("uploadImage", { file: image }));
  return ipfsAddress(cid);
}
