import { readdirSync, readFileSync } from "node:fs";
import { errorBodySchema } from "@colonnade/domain/error.ts";
import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { tellRow } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "../http/session/session-cookie.ts";
import { type Cell, readAuthority } from "./authority.ts";
import {
  newSession,
  openAuthorityScene,
  pageHeaders,
  readTables,
  requestsFor,
  senderOf,
} from "./support/authority-scene.ts";
import { databases } from "./support/databases.ts";
import type { Fixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

const authority = readAuthority();
const callOf = (row: string) => row.split(":")[0] ?? "";
const contract = new Map<string, Call>(Object.entries(calls));

describe.each(databases)("Authority on %s", (name, openDatabase) => {
  let fixture: Fixture;
  let tries = 0;
  beforeAll(async () => {
    fixture = await openAuthorityScene(await openDatabase());
  });
  afterAll(() => fixture.close());

  it.each(authority.rows)(
    "lets the roles of its row make %s, and refuses all others",
    async (row) => {
      const cells = authority.cells.filter((cell) => cell.row === row);
      const outcomes: Record<string, string> = {};
      for (const cell of cells) outcomes[cell.role] = await tryCall(fixture, cell);
      expect(outcomes).toEqual(
        Object.fromEntries(cells.map(({ role, outcome }) => [role, outcome])),
      );
      tries += cells.length;
    },
  );

  it("was tried for every call in every role", () => {
    const refused = authority.cells.filter(({ outcome }) => outcome !== "ok").length;
    expect(tries).toBe(authority.cells.length);
    tellRow({
      fault: `every writing and private call of the API in every role, on ${name}`,
      tries,
      result: `as the table says: ${tries - refused} done, ${refused} refused without a change`,
      longestMs: null,
    });
  });
});

/** Makes a call in a role. @returns `ok`, or the error's status and code, and the tables that it changed all the same */
async function tryCall(fixture: Fixture, { row, role, outcome }: Cell): Promise<string> {
  const { path, body } = await requestOf(fixture, row, role);
  const headers: Record<string, string> = { ...pageHeaders(fixture) };
  const cookie = await cookieOf(fixture, role);
  if (cookie !== undefined) headers.cookie = cookie;
  if (role === "elsewhere") headers.origin = "https://evil.example";
  if (role === "no-origin") delete headers.origin;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["content-type"] = "application/json";
  if (role === "form") headers["content-type"] = "text/plain";
  const method = contract.get(callOf(row))?.method ?? "GET";
  const before = outcome === "ok" ? {} : await readTables(fixture);
  const response = await fetch(`${fixture.service.origin}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (response.ok) return "ok";
  const { error } = errorBodySchema.parse(await response.json());
  const after = Object.entries(await readTables(fixture));
  const changed = after.filter(([table, digest]) => before[table] !== digest);
  const names = changed.map(([table]) => `, and changed ${table}`);
  return `${response.status} ${error.code}${names.join("")}`;
}

async function requestOf(fixture: Fixture, row: string, role: string) {
  const make = requestsFor(fixture)[row];
  if (make === undefined) throw new Error(`${row} has no request`);
  const sender = senderOf(role);
  return make(role === "another" ? alice : sender, sender);
}

/** The cookie that a role sends. */
async function cookieOf(fixture: Fixture, role: string): Promise<string | undefined> {
  if (role === "visitor") return undefined;
  if (role === "made-up") return `${sessionCookie(fixture.service.origin)}=${"A".repeat(43)}`;
  const cookie = await newSession(fixture, senderOf(role));
  const { kysely } = fixture.database;
  if (role === "expired") {
    const { address } = senderOf(role);
    await kysely
      .updateTable("sessions")
      .set({ expires_at: Date.now() - 1 })
      .where("address", "=", address)
      .execute();
  }
  if (role === "ended") {
    const headers = { ...pageHeaders(fixture), cookie };
    await fetch(`${fixture.service.origin}/api/session`, { method: "DELETE", headers });
  }
  return cookie;
}

describe("The table of authority", () => {
  const rowCalls = new Set(authority.rows.map(callOf));

  it("has every call that writes, and every one that is not for everybody", () => {
    // A challenge is stored.
    const due = [...contract].filter(
      ([name, { method, access }]) =>
        method !== "GET" || access !== "public" || name === "getChallenge",
    );
    expect([...rowCalls].sort()).toEqual(due.map(([name]) => name).sort());
  });

  it("has every route of the service that takes another method than GET", () => {
    const folder = new URL("../http/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(new URL(file, folder), "utf8"));
    const apps = sources.flatMap((source) => [...source.matchAll(/(\w+) = new Hono\b/g)]);
    expect(new Set(apps.map(([, name]) => name))).toEqual(new Set(["app"]));
    const routes = sources.flatMap(writingRoutes);
    const due = [...contract.values()].filter(({ method }) => method !== "GET");
    expect(routes.sort()).toEqual(due.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

/** The routes that a source file adds for other methods than GET, as the contract writes them. */
function writingRoutes(source: string): string[] {
  const looped = [...source.matchAll(/\bcall: calls\.(\w+)/g)].map(
    ([, name]) => `calls.${name}.path`,
  );
  const added = source.matchAll(
    /\bapp\.(post|put|patch|delete|options|all|on|mount)\(\s*([^,]+),\s*(\w*)/g,
  );
  return [...added]
    .filter(([, method, first]) => method !== "on" || first !== '"GET"')
    .filter(([, , , handler]) => handler !== "unknownCall")
    .flatMap(([, method = "", first = ""]) =>
      (first === "call.path" ? looped : [first]).map((path) => {
        const name = /^calls\.(\w+)\.path$/.exec(path)?.[1];
        const written = path.replaceAll('"', "").replace(/:(\w+)/g, "{$1}");
        return `${method.toUpperCase()} ${name === undefined ? written : contract.get(name)?.path}`;
      }),
    );
}
