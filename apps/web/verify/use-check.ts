import { type Proof, proofSchema } from "@colonnade/domain/proof.ts";
import { useRef, useState } from "react";
import { type Report, verify } from "../../../packages/verify/verify.ts";
import {
  loadImage,
  loadProof,
  readBadge,
  readImage,
  readProofFile,
  UnreadableError,
} from "./read-proof.ts";
import type { Trust } from "./trust.ts";

/** A proof that was read, and the image that goes with it, if any. */
export interface Subject {
  bundle: unknown;
  /** Null if the JSON is not a proof. */
  proof: Proof | null;
  image: Uint8Array<ArrayBuffer> | null;
  /** Whether the proof was in a badge, whose picture nobody compares. */
  isBadge: boolean;
}

type Progress =
  | { state: "empty" }
  | { state: "reading" }
  | { state: "unreadable"; message: string }
  | { state: "checking"; subject: Subject; trust: Trust }
  | { state: "checked"; subject: Subject; trust: Trust; report: Report };

/** Reads proofs and checks them, one at a time: a later check discards the result of an earlier one. */
export function useCheck() {
  const [progress, setProgress] = useState<Progress>({ state: "empty" });
  const latest = useRef(0);

  async function run(
    trust: Trust,
    read: () => Promise<Subject>,
    before: Progress = { state: "reading" },
  ) {
    latest.current += 1;
    const mine = latest.current;
    const show = (next: Progress) => {
      if (latest.current === mine) setProgress(next);
    };
    show(before);
    try {
      const subject = await read();
      show({ state: "checking", subject, trust });
      const { bundle, image } = subject;
      const report = await verify(bundle, {
        protocol: trust.protocol ?? undefined,
        nodes: trust.nodes,
        ...(image === null ? {} : { image }),
      });
      show({ state: "checked", subject, trust, report });
    } catch (error) {
      const isKnown = error instanceof UnreadableError;
      show({
        state: "unreadable",
        message: isKnown ? error.message : "This could not be read. Is it a file, and still there?",
      });
      // Browsers throw a DOMException if a file is gone, or is a folder.
      if (!isKnown && !(error instanceof DOMException)) throw error;
    }
  }

  return {
    progress,
    /** Drops the earlier result, because what was opened now cannot be checked. */
    refuse: (message: string) => {
      latest.current += 1;
      setProgress({ state: "unreadable", message });
    },
    /** Reads and checks the proof at an address, with the image that its service has. */
    openAddress: (address: string, trust: Trust) =>
      void run(trust, async () => {
        const subject = subjectOf(await loadProof(address));
        const image = subject.proof && (await loadImage(subject.proof, address));
        return { ...subject, image };
      }),
    /** Reads and checks a proof or a badge, its image, or both. An image alone is compared with the last proof. */
    openFiles: (files: readonly File[], trust: Trust) =>
      void run(trust, async () => {
        const badges = await Promise.all(files.map(readBadge));
        const badge = badges.find((bundle) => bundle !== undefined);
        const picture = files.find((file, at) => isPicture(file) && badges[at] === undefined);
        const document = files.find((file) => !isPicture(file));
        const image = picture === undefined ? null : await readImage(picture);
        if (badge !== undefined) return { ...subjectOf(badge), image, isBadge: true };
        if (document !== undefined) return { ...subjectOf(await readProofFile(document)), image };
        if ("subject" in progress) return { ...progress.subject, image };
        throw new UnreadableError("This is an image. Open the proof first, then its image.");
      }),
    /** Checks the same proof once more. */
    checkAgain: (trust: Trust) => {
      if (!("subject" in progress)) return;
      const { subject } = progress;
      void run(trust, async () => subject, { state: "checking", subject, trust });
    },
  };
}

const isPicture = ({ type }: File) => type.startsWith("image/");

function subjectOf(bundle: unknown): Subject {
  const parsed = proofSchema.safeParse(bundle);
  return { bundle, proof: parsed.success ? parsed.data : null, image: null, isBadge: false };
}
