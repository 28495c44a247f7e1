import sharp from "sharp";
import { z } from "zod";
import { atLeast, type BudgetRow, milliseconds, perSecond, within } from "../rows.ts";
import { getRequest, startLoadThread } from "./load.ts";
import { withoutDump } from "./no-dump.ts";
import { measureByTurns, timeOf } from "./rounds.ts";
import { startHello, startService } from "./service.ts";

const LIST = "/api/milestones?limit=30";
const CONNECTIONS = 16;
const REQUESTS = 6_000;
const ROUNDS = 9;

/** Pictures to draw: fewer than the rate limit allows one client in a minute. */
const PICTURES = 10;

const listSchema = z.object({ items: z.array(z.object({ id: z.number() })) });

async function approvedIds(origin: string): Promise<number[]> {
  const response = await fetch(`${origin}/api/milestones?limit=30&approved=true`);
  return listSchema.parse(await response.json()).items.map(({ id }) => id);
}

/** Measures uncached pictures for link previews, each against a plain JPEG of the same size. */
async function measurePictures(origin: string, ids: number[]): Promise<BudgetRow> {
  const draw = async (id: number) => {
    const response = await fetch(`${origin}/social/${id}.jpeg`);
    if (response.status !== 200) throw new Error(`The picture of ${id}: ${response.status}`);
    await response.arrayBuffer();
  };
  const plain = () =>
    sharp({ create: { width: 1200, height: 630, channels: 3, background: "#f7f4ee" } })
      .jpeg()
      .toBuffer();
  const { first, second, ratio } = await measureByTurns(
    ids.length - 1,
    (round) => timeOf(() => draw(ids[round] ?? 0)),
    () => timeOf(plain),
  );
  return within(300, first, {
    what: "social image, uncached / a plain JPEG",
    baseline: milliseconds(second),
    ratio,
  });
}

/** Measures cached answers over HTTP against a bare server. */
export function measureHttp(databaseUrl: string): Promise<BudgetRow[]> {
  return withoutDump(databaseUrl, () => measureOn(databaseUrl));
}

async function measureOn(databaseUrl: string): Promise<BudgetRow[]> {
  const hello = await startHello();
  const service = await startService(databaseUrl);
  const loadThread = startLoadThread();
  try {
    const encoding = { "accept-encoding": "br" };
    const origin = `http://127.0.0.1:${service.port}`;
    const prime = async (path: string) => {
      const primed = await fetch(`${origin}${path}`, { headers: encoding });
      const etag = primed.headers.get("etag");
      if (etag === null || primed.headers.get("content-encoding") !== "br") {
        throw new Error(`${path} has no ETag, or is not compressed with brotli`);
      }
      await primed.arrayBuffer();
      return etag;
    };
    const etag = await prime(LIST);
    const [id, ...others] = await approvedIds(origin);
    const [proof, credential] = [`/api/proof/${id}`, `/api/credential/${id}`];
    await prime(proof);
    await prime(credential);
    const send = (port: number, status: number, request: string) =>
      loadThread.send({ connections: CONNECTIONS, count: REQUESTS, port, status, request });
    const measure = async (
      what: string,
      path: string,
      status: number,
      headers: Record<string, string>,
      least: number,
    ) => {
      const { first, second, ratio } = await measureByTurns(
        ROUNDS,
        () => send(service.port, status, getRequest(path, headers)),
        () => send(hello.port, 200, getRequest("/")),
      );
      const measured = perSecond(first, "req");
      return atLeast(least, { what, measured, baseline: perSecond(second, "req"), ratio });
    };
    return [
      await measure("cached list of 30, brotli / bare hello", LIST, 200, encoding, 0.7),
      await measure("304 / bare hello", LIST, 304, { ...encoding, "if-none-match": etag }, 0.85),
      await measure("cached proof, brotli / bare hello", proof, 200, encoding, 0.6),
      await measure("cached credential, brotli / bare hello", credential, 200, encoding, 0.6),
      await measurePictures(origin, others.slice(0, PICTURES)),
    ];
  } finally {
    await loadThread.close();
    await service.close();
    await hello.close();
  }
}
