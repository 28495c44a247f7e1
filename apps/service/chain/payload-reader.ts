import { Worker } from "node:worker_threads";
import { type Lost, nextMessage } from "../thread.ts";
import type { NewBlock } from "./new-block.ts";
import {
  type Candidate,
  readPayload,
  readPayloadText,
  type UnfitPayload,
  unreadable,
} from "./payload.ts";
import { LARGEST_PAYLOAD, type PostedBody, sizeOf, textOf } from "./posted-body.ts";

/** Decodes the node's blocks. A long block is decoded in a thread, so that it delays no request. */
export interface PayloadReader {
  /**
   * Reads one body after the other. One above the largest payload is unfit.
   * @param body its memory is transferred to the thread
   * @throws ReaderError; then the node posts the block again
   */
  read(body: PostedBody): Promise<Candidate | UnfitPayload>;
  /** Reads a block that was put together from several answers. @throws ReaderError */
  readBlock(block: NewBlock): Promise<Candidate | UnfitPayload>;
  close(): Promise<void>;
}

/** The service stops, or the thread was lost. */
export class ReaderError extends Error {
  override readonly name = "ReaderError";
}

/** Bytes. Reading a shorter body takes less than a few milliseconds. */
const SHORT = 64 * 1024;
/** Milliseconds for one body. 20 MB of a block take some 200. */
const TIMEOUT = 30_000;
/** Megabytes for the thread. `parsingTrouble` keeps bodies below it: a thread without memory can end the process. */
const MEMORY = 2_048;
/** Threads that may be lost in a row before a body is given up: the machine may be busy. */
const MOST_LOST = 3;
const worker = new URL("./payload-thread.ts", import.meta.url);

const reasons: Record<Lost, string> = {
  dead: "Reading it took too much memory",
  hung: "Reading it took too long",
};

/**
 * Starts the thread at the first long body, and again after a thread was lost.
 * @param timeout milliseconds for one body
 */
export function createPayloadReader(protocolContract: string, timeout = TIMEOUT): PayloadReader {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let lost = 0;

  function start(): Worker {
    const started = new Worker(worker, {
      workerData: protocolContract,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    started.unref();
    // Without a listener, an error would end the service. `nextMessage` reports the thread's end.
    started.on("error", () => {});
    return started;
  }

  async function readInThread(body: PostedBody): Promise<Candidate | UnfitPayload> {
    if (isClosed) throw new ReaderError("The service stops");
    // Cut before the body goes to the thread.
    const beginning = textOf(body.slice(0, 1)).slice(0, SHORT);
    thread ??= start();
    // Transferred, not copied.
    thread.postMessage(
      body,
      body.map(({ buffer }) => buffer),
    );
    const outcome = await nextMessage<Candidate | UnfitPayload>(thread, timeout);
    if (outcome !== "dead" && outcome !== "hung") {
      lost = 0;
      return outcome;
    }
    if (isClosed) throw new ReaderError("The service stops");
    const stopping = thread;
    thread = undefined;
    await stopping.terminate();
    lost += 1;
    if (lost < MOST_LOST) throw new ReaderError(reasons[outcome]);
    lost = 0;
    return unreadable(reasons[outcome], beginning);
  }

  function readLong(body: PostedBody): Promise<Candidate | UnfitPayload> {
    const reading = last.then(() => readInThread(body));
    last = reading.catch(() => {});
    return reading;
  }

  return {
    async read(body) {
      const size = sizeOf(body);
      if (size > LARGEST_PAYLOAD) {
        return unreadable("It is larger than any block", textOf(body.slice(0, 1)));
      }
      return size > SHORT ? readLong(body) : readPayloadText(textOf(body), protocolContract);
    },
    async readBlock(block) {
      const text = JSON.stringify(block);
      return text.length > SHORT
        ? readLong([new TextEncoder().encode(text)])
        : readPayload(block, protocolContract, text);
    },
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}
