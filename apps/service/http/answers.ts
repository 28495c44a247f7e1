import type { IncomingMessage, ServerResponse } from "node:http";
import { openHeaders } from "./cors.ts";
import { compress, type Encoding, encodingOf } from "./encoding.ts";
import { matches } from "./etag.ts";
import type { Head, HeadKeeper } from "./head.ts";

/** A JSON answer to a reading call, in every encoding it was asked for so far. */
export interface Answer {
  /** What it was asked by. */
  target: string;
  etag: string;
  bodies: Map<Encoding, Buffer>;
}

/** Lets somebody's reading begin, or throws; answers how to leave when it has ended. */
export type Enter = () => () => void;

/**
 * The answers to reading calls that are still fresh: those made at the present head. So nothing is ever
 * invalidated by hand; a block or an off-chain change makes all of them old at once.
 */
export interface Answers {
  /** The tag of every answer made at the present head. */
  etag(): string;
  /** Answers at once what is at hand, in full or as 304; false when the call has to be made. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Makes an answer and keeps it.
   * @param target the request's path and query
   * @param enter called where a reading begins, and not for who waits for one
   * @returns null when there is nothing to answer: a 404
   * @throws what `enter` throws
   */
  make(target: string, read: () => Promise<string | null>, enter?: Enter): Promise<Answer | null>;
  /** The answer's body in an encoding. */
  body(answer: Answer, encoding: Encoding): Promise<Buffer>;
}

/** Bytes of answers kept unless said, in all encodings together, with what they were asked by. */
const CAPACITY = 64 * 1024 * 1024;
/** What keeping an answer costs beside its texts, about: many small ones must count, too. */
const COST = 512;
/** Below this, compression costs more than it saves. */
const SMALLEST_COMPRESSED = 512;

/** Changes when the same data is answered in another form, so that no browser takes an old form for fresh. */
const FORM = "1";

/** What goes with every JSON answer of a reading call, beside its tag. */
export const answerHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-cache",
  vary: "Accept-Encoding",
  "x-content-type-options": "nosniff",
  ...openHeaders,
} as const;

export function createAnswers(heads: Pick<HeadKeeper, "current">, capacity = CAPACITY): Answers {
  let madeAt: Head | null = null;
  let size = 0;
  const kept = new Map<string, Answer>();
  /** So that many who ask for the same at once, after a block, wait for one reading. */
  const making = new Map<string, Promise<Answer | null>>();

  function fresh(): Map<string, Answer> {
    const head = heads.current();
    if (head !== madeAt) {
      madeAt = head;
      kept.clear();
      making.clear();
      size = 0;
    }
    return kept;
  }

  async function makeAnew(
    target: string,
    read: () => Promise<string | null>,
  ): Promise<Answer | null> {
    // The head before the reading: what is read may be newer than its tag says, never older.
    const head = heads.current();
    const json = await read();
    if (json === null) return null;
    const answer: Answer = {
      target,
      etag: tagOf(head),
      bodies: new Map([["identity", Buffer.from(json)]]),
    };
    if (heads.current() === head) {
      fresh().set(target, answer);
      grow(weightOf(answer));
    }
    return answer;
  }

  function find(target: string): Answer | undefined {
    const answer = fresh().get(target);
    if (answer !== undefined) {
      // The last asked for is the last to go.
      kept.delete(target);
      kept.set(target, answer);
    }
    return answer;
  }

  function grow(bytes: number): void {
    size += bytes;
    for (const [target, answer] of kept) {
      if (size <= capacity) return;
      kept.delete(target);
      size -= weightOf(answer);
    }
  }

  return {
    etag: () => tagOf(heads.current()),
    serve(request, response) {
      if (request.method !== "GET" || request.url === undefined) return false;
      const answer = find(request.url);
      if (answer === undefined) return false;
      if (matches(request.headers["if-none-match"], answer.etag)) {
        response.writeHead(304, { etag: answer.etag, ...answerHeaders }).end();
        return true;
      }
      const encoding = encodingOf(request.headers["accept-encoding"]);
      const used = isWorthIt(answer) ? encoding : "identity";
      const body = answer.bodies.get(used);
      if (body === undefined) return false;
      response
        .writeHead(200, {
          etag: answer.etag,
          ...answerHeaders,
          "content-length": body.length,
          ...(used === "identity" ? {} : { "content-encoding": used }),
        })
        .end(body);
      return true;
    },
    make(target, read, enter) {
      const known = find(target);
      if (known !== undefined) return Promise.resolve(known);
      const underway = making.get(target);
      if (underway !== undefined) return underway;
      const leave = enter?.();
      const made = makeAnew(target, read).finally(() => {
        leave?.();
        if (making.get(target) === made) making.delete(target);
      });
      making.set(target, made);
      return made;
    },
    async body(answer, encoding) {
      const identity = answer.bodies.get("identity") ?? Buffer.alloc(0);
      if (encoding === "identity" || !isWorthIt(answer)) return identity;
      const known = answer.bodies.get(encoding);
      if (known !== undefined) return known;
      const compressed = await compress(identity, encoding);
      if (!answer.bodies.has(encoding)) {
        answer.bodies.set(encoding, compressed);
        // What has gone since then takes no room.
        if (fresh().get(answer.target) === answer) grow(compressed.length);
      }
      return compressed;
    },
  };
}

function weightOf({ target, bodies }: Answer): number {
  let weight = COST + target.length;
  for (const body of bodies.values()) weight += body.length;
  return weight;
}

/** Whether a body is large enough to be compressed at all. */
export function isWorthIt(answer: Answer): boolean {
  return (answer.bodies.get("identity")?.length ?? 0) >= SMALLEST_COMPRESSED;
}

function tagOf({ indexBlockHash, revision }: Head): string {
  return `W/"${FORM}-${indexBlockHash?.slice(2, 18) ?? "empty"}-${revision.toString(36)}"`;
}
