import { createLoadGenerator, getRequest } from "./load.ts";
import { measureByTurns } from "./rounds.ts";
import { atLeast, type BudgetRow, perSecond } from "./row.ts";
import { startHello, startService } from "./service.ts";

const PATH = "/api/milestones?limit=30";
const CONNECTIONS = 16;
const REQUESTS = 6_000;
const ROUNDS = 9;

/** Measures what is answered from memory, over HTTP, against a bare server. */
export async function measureHttp(databaseUrl: string): Promise<BudgetRow[]> {
  const hello = await startHello();
  const service = await startService(databaseUrl);
  const generator = createLoadGenerator();
  try {
    const url = `http://127.0.0.1:${service.port}${PATH}`;
    const primed = await fetch(url, { headers: { "accept-encoding": "br" } });
    const etag = primed.headers.get("etag");
    if (etag === null || primed.headers.get("content-encoding") !== "br") {
      throw new Error("The list is to have a tag and to be compressed");
    }
    await primed.arrayBuffer();
    const load = { connections: CONNECTIONS, count: REQUESTS };
    const send = async (port: number, status: number, request: string) =>
      (await generator.send({ ...load, port, status, request })).perSecond;
    const sendHello = () => send(hello.port, 200, getRequest("/"));
    const list = await measureByTurns(
      ROUNDS,
      () => send(service.port, 200, getRequest(PATH, { "accept-encoding": "br" })),
      sendHello,
    );
    const fresh = await measureByTurns(
      ROUNDS,
      () =>
        send(
          service.port,
          304,
          getRequest(PATH, { "accept-encoding": "br", "if-none-match": etag }),
        ),
      sendHello,
    );
    return [
      atLeast(0.6, {
        what: "cached list of 30, brotli / bare hello",
        measured: perSecond(list.first, "req"),
        baseline: perSecond(list.second, "req"),
        ratio: list.ratio,
      }),
      atLeast(0.6, {
        what: "304 / bare hello",
        measured: perSecond(fresh.first, "req"),
        baseline: perSecond(fresh.second, "req"),
        ratio: fresh.ratio,
      }),
    ];
  } finally {
    await generator.close();
    await service.close();
    await hello.close();
  }
}
