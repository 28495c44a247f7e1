import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import type { WebConfig } from "@colonnade/domain/web-config.ts";
import type { Database } from "../../db/database.ts";
import { retryWhileUnavailable } from "../../db/retry.ts";
import { findShownImage } from "../../images/store.ts";
import { SuspendedError } from "../errors.ts";
import { credentialOf } from "../reads/credentials.ts";
import { readProfile } from "../reads/profiles.ts";
import { credentialFile, type ExportPageHead, exportPage, proofFile } from "./export-page.ts";
import { ownProofs } from "./own-proofs.ts";

/** A file of the archive. */
interface ArchiveFile {
  name: string;
  input: string | Uint8Array | AsyncIterable<string>;
}

const extensions: Record<string, string> = { "image/png": "png", "image/webp": "webp" };

/**
 * The endorsements that a principal earned and sent, one file after the other: the profile, each proof and credential,
 * the images that are stored here, a page that lists them, and the page that checks them.
 * @param verifyPage the page that checks them; null where it is not built
 */
export async function* exportFiles(
  database: Database,
  config: WebConfig,
  { principal, verifyPage }: { principal: string; verifyPage: Uint8Array | null },
): AsyncGenerator<ArchiveFile> {
  const profile = await retryWhileUnavailable(() => readOwnProfile(database, principal));
  if (profile !== null) yield { name: "profile.json", input: profile };
  /** The file of each image, by its address. An image may have several addresses. */
  const images = new Map<string, string>();
  const written = new Set<string>();
  for await (const proof of ownProofs(database, principal, config)) {
    yield { name: proofFile(proof.claim.id), input: JSON.stringify(proof) };
    const credential = await retryWhileUnavailable(() => credentialOf(database, config, proof));
    if (credential !== null) {
      yield { name: credentialFile(proof.claim.id), input: JSON.stringify(credential) };
    }
    const image = await retryWhileUnavailable(() => findOwnImage(database, proof));
    if (image === null) continue;
    images.set(image.path, image.name);
    if (written.has(image.name)) continue;
    written.add(image.name);
    yield { name: image.name, input: await retryWhileUnavailable(image.read) };
  }
  if (verifyPage !== null) yield { name: "verify.html", input: verifyPage };
  const head: ExportPageHead = {
    principal,
    origin: config.origin,
    date: new Date(),
    hasVerifyPage: verifyPage !== null,
  };
  // Read again, because all endorsements of a person may not fit into memory.
  const again = ownProofs(database, principal, config);
  yield { name: "index.html", input: exportPage(head, again, (path) => images.get(path)) };
}

/** @returns null without a profile. A suspended person has none, but may export the rest. */
async function readOwnProfile(database: Database, principal: string): Promise<string | null> {
  try {
    return await readProfile(database, principal);
  } catch (error) {
    if (error instanceof SuspendedError) return null;
    throw error;
  }
}

/** The image that the words name, if it is stored here and no watcher has hidden it. */
async function findOwnImage(database: Database, { claim }: Proof) {
  const address = claim.words.milestoneURI;
  const found = await findShownImage(database, address);
  if (found === null) return null;
  const { cid, image } = found;
  const name = `images/${cid}.${extensions[image.contentType] ?? "bin"}`;
  return { path: ipfsPathOf(address) ?? "", name, read: image.read };
}
