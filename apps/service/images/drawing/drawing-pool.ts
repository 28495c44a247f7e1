import { Piscina } from "piscina";
import { LateError } from "../../server/request-timeout.ts";
import type { Baked } from "./bake.ts";
import type { PdfExtras } from "./certificate-pdf.ts";
import type { CertificateContent } from "./certificate-places.ts";

/** A task for the thread. The export of `drawing-thread.ts` with its name does it. */
export interface SvgTask {
  content: CertificateContent;
  /** As WebP. */
  image: Uint8Array | null;
  baked: Baked;
}
export interface PdfTask {
  content: CertificateContent;
  extras: PdfExtras;
}

/** An SVG, and the source of its inline style for a content security policy. */
export interface DrawnSvg {
  bytes: Uint8Array;
  style: string;
}

/** Draws documents in a thread, so that typesetting delays no request. */
export interface DrawingPool {
  svg(task: SvgTask): Promise<DrawnSvg>;
  pdf(task: PdfTask): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Milliseconds, fewer than a request has. The thread of a drawing that takes longer is ended. */
const LONGEST = 3_500;
/** Milliseconds after which an unused thread is ended, and its fonts leave the memory. */
const IDLE = 60_000;
/** Megabytes. */
const MEMORY = 512;

export function createDrawingPool(): DrawingPool {
  const pool = new Piscina({
    filename: new URL("drawing-thread.ts", import.meta.url).href,
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  /** @throws LateError */
  async function run<Drawn>(task: SvgTask | PdfTask, name: "svg" | "pdf"): Promise<Drawn> {
    const signal = AbortSignal.timeout(LONGEST);
    try {
      return await pool.run(task, { name, signal });
    } catch (error) {
      throw signal.aborted ? new LateError("The drawing took too long") : error;
    }
  }
  return {
    svg: (task) => run(task, "svg"),
    pdf: (task) => run(task, "pdf"),
    close: () => pool.destroy(),
  };
}
