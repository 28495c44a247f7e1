import { longestOf } from "@colonnade/torture/torture.ts";
import { expect } from "vitest";

/** Milliseconds in which every request is answered. */
const IN_TIME = longestOf(5_000);

/** What came of a request. `broken`: its connection was refused or broke. `cut off`: it broke within the answer. */
export interface Answer {
  what: string;
  status: number | "broken" | "cut off";
  /** Milliseconds until all of it came. A download may wait for the database, so only its head counts. */
  ms: number;
  /** The error's code, and whether the answer has a Retry-After. */
  code: string | null;
  hasRetryAfter: boolean;
  /** When it came, in milliseconds. */
  at: number;
  /** What may come of it while nothing fails. */
  usual: Usual;
}

type Usual = readonly Answer["status"][];

/** 429 is the answer about too many requests, such as follows. */
const USUAL: Usual = [200, 429];

/** Sends a request, and writes down what came of it. */
export async function ask(
  what: string,
  send: () => Promise<Response | number>,
  answers: Answer[],
  usual = USUAL,
): Promise<Answer["status"]> {
  const start = performance.now();
  let answer: Pick<Answer, "status" | "code" | "hasRetryAfter">;
  let head = start;
  try {
    const response = await send();
    head = performance.now();
    answer =
      typeof response === "number"
        ? { status: response, code: null, hasRetryAfter: true }
        : await describe(response);
  } catch {
    answer = { status: "broken", code: null, hasRetryAfter: false };
  }
  const at = performance.now();
  const isDownload = usual.includes("cut off") && head > start;
  answers.push({ what, ...answer, ms: (isDownload ? head : at) - start, at, usual });
  return answer.status;
}

async function describe(response: Response) {
  const text = await textOf(response).catch(() => null);
  if (text === null) return { status: "cut off", code: null, hasRetryAfter: false } as const;
  const code = /"code":"([a-z_]+)"/.exec(text)?.[1] ?? null;
  return { status: response.status, code, hasRetryAfter: response.headers.has("retry-after") };
}

/** A response's text; of a stream, the first part. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    return response.text();
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/**
 * Every answer came in time. Only the database's trouble failed any, with an error that says so.
 * @param mayBreak whether connections may break, because the service's own process ends
 */
export function expectAnswered(answers: readonly Answer[], mayBreak = false): void {
  const bad = answers.filter(({ status, ms, code, hasRetryAfter, what, usual }) => {
    if (ms > IN_TIME) return true;
    if (usual.includes(status)) return false;
    if (typeof status === "string") return !mayBreak;
    const isSaid =
      what === "/readyz" || what === "a posted block" || code === "remote_service_error";
    return status !== 503 || !hasRetryAfter || !isSaid;
  });
  expect(bad.slice(0, 5)).toEqual([]);
}

/** Milliseconds in which a request that was sent reaches the process. */
const ON_ITS_WAY = longestOf(20);

/**
 * Every request that reached the process before it was told to stop was answered. One that is on its way in that moment
 * may meet a closed connection.
 * @param told when it was told, in milliseconds
 */
export function expectAnsweredBefore(answers: readonly Answer[], told: number): void {
  const before = answers.filter(({ at, ms }) => at - ms < told - ON_ITS_WAY);
  expect(before.filter(({ status }) => typeof status === "string")).toEqual([]);
}

/** The longest time in milliseconds without a good answer of the status, which is never cached. */
export function longestGap(answers: readonly Answer[]): number {
  const good = answers
    .filter(({ what, status }) => what === "/api/status" && status === 200)
    .map(({ at }) => at);
  return Math.max(0, ...good.slice(1).map((at, place) => at - (good[place] ?? at)));
}
