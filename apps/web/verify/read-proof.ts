import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { readBakedProof } from "../../../packages/verify/baked-image.ts";
import { readBody } from "../../../packages/verify/bounded-body.ts";
import { whyNoProof } from "../../../packages/verify/no-proof.ts";

/** Bytes of the largest proof: five transactions in hexadecimal, and words. */
const LARGEST_PROOF = 5 * 2 * limits.rawTransactionBytes + 200_000;
/** Bytes of the largest image that is compared. */
const LARGEST_IMAGE = 20_000_000;
/** Milliseconds until an answer counts as none. */
const PATIENCE = 10_000;

/** There is no proof where it was looked for. The message says why in a sentence. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Reads the JSON in a file. @throws UnreadableError */
export async function readProofFile(file: File): Promise<unknown> {
  if (file.size > LARGEST_PROOF) throw new UnreadableError("This file is too large for a proof.");
  return parse(await file.text(), "This file holds no proof, as it is not JSON.");
}

/** The proof in a badge; undefined for any other file. */
export async function readBadge(file: File): Promise<unknown> {
  return file.size > LARGEST_IMAGE ? undefined : readBakedProof(await readImage(file));
}

/** Loads the JSON at an address. Sends no cookie, so it is what everybody gets. @throws UnreadableError */
export async function loadProof(address: string): Promise<unknown> {
  const answer = await load(address, LARGEST_IMAGE);
  if (answer === null) {
    throw new UnreadableError(
      "This address did not answer, or it does not let other pages read it.",
    );
  }
  const { status, bytes } = answer;
  if (status === 404) {
    throw new UnreadableError(
      "There is no proof at this address. The endorsement may have been removed, or its words are not shown.",
    );
  }
  if (status !== 200) throw new UnreadableError(`This address answered with status ${status}.`);
  return (
    (await readBakedProof(bytes)) ??
    parse(new TextDecoder().decode(bytes), "This address did not answer with JSON.")
  );
}

/**
 * Loads the image that the words name from the service that gave the proof. The service is not trusted: the image's
 * hash is compared.
 * @returns null where it cannot be loaded
 */
export async function loadImage(
  { claim }: Proof,
  proofAddress: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const path = ipfsPathOf(claim.words.milestoneURI);
  if (path === null) return null;
  const answer = await load(new URL(`/ipfs/${path}`, proofAddress).href, LARGEST_IMAGE);
  return answer?.status === 200 ? answer.bytes : null;
}

/** @throws UnreadableError */
export async function readImage(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST_IMAGE) throw new UnreadableError("This image is too large.");
  return new Uint8Array(await file.arrayBuffer());
}

/** @returns null without a whole answer */
async function load(address: string, longest: number) {
  try {
    const response = await fetch(address, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: response.status, bytes: await readBody(response, longest) };
  } catch {
    // A browser does not tell a page why another site's answer is kept from it.
    return null;
  }
}

function parse(text: string, complaint: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new UnreadableError(complaint);
  const reason = whyNoProof(value);
  if (reason !== null) throw new UnreadableError(reason);
  return value;
}
