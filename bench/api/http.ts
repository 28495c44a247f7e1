import { atLeast, type BudgetRow, perSecond } from "../rows.ts";
import { getRequest, startLoadThread } from "./load.ts";
import { measureByTurns } from "./rounds.ts";
import { startHello, startService } from "./service.ts";

const PATH = "/api/milestones?limit=30";
const CONNECTIONS = 16;
const REQUESTS = 6_000;
const ROUNDS = 9;

/** Measures cached answers over HTTP against a bare server. */
export async function measureHttp(databaseUrl: string): Promise<BudgetRow[]> {
  const hello = await startHello();
  const service = await startService(databaseUrl);
  const loadThread = startLoadThread();
  try {
    const encoding = { "accept-encoding": "br" };
    const primed = await fetch(`http://127.0.0.1:${service.port}${PATH}`, { headers: encoding });
    const etag = primed.headers.get("etag");
    if (etag === null || primed.headers.get("content-encoding") !== "br") {
      throw new Error("The list has no ETag, or is not compressed with brotli");
    }
    await primed.arrayBuffer();
    const send = (port: number, status: number, request: string) =>
      loadThread.send({ connections: CONNECTIONS, count: REQUESTS, port, status, request });
    const measure = async (what: string, status: number, headers: Record<string, string>) => {
      const { first, second, ratio } = await measureByTurns(
        ROUNDS,
        () => send(service.port, status, getRequest(PATH, headers)),
        () => send(hello.port, 200, getRequest("/")),
      );
      const measured = perSecond(first, "req");
      return atLeast(0.6, { what, measured, baseline: perSecond(second, "req"), ratio });
    };
    return [
      await measure("cached list of 30, brotli / bare hello", 200, encoding),
      await measure("304 / bare hello", 304, { ...encoding, "if-none-match": etag }),
    ];
  } finally {
    await loadThread.close();
    await service.close();
    await hello.close();
  }
}
