import type { SignIn } from "@colonnade/domain/session.ts";
import { hashMessage } from "@stacks/encryption";
import {
  getAddressFromPublicKey,
  PubKeyEncoding,
  publicKeyFromSignatureRsv,
  publicKeyIsCompressed,
} from "@stacks/transactions";

/**
 * The largest allowed second half of a signature. Anybody can compute a mirror image of a signature, which is above it.
 */
const HIGHEST_S = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";

/**
 * Whether the address's key made the signature for the message. It recovers the key, because `@stacks/encryption` would
 * also take a mirrored signature, any recovery id, and the prefix that wallets used before 2022.
 */
export function isSignedBy(
  input: SignIn,
  message: string,
  network: "mainnet" | "testnet",
): boolean {
  const { publicKey, signature, address } = input;
  if (signature.slice(64, 128).toLowerCase() > HIGHEST_S) return false;
  const encoding = publicKeyIsCompressed(publicKey)
    ? PubKeyEncoding.Compressed
    : PubKeyEncoding.Uncompressed;
  try {
    const hash = Buffer.from(hashMessage(message)).toString("hex");
    const signer = publicKeyFromSignatureRsv(hash, signature, encoding);
    return (
      signer === publicKey.toLowerCase() && getAddressFromPublicKey(signer, network) === address
    );
  } catch {
    // The libraries throw for a signature that no key can have made.
    return false;
  }
}
