import { createHash } from "node:crypto";
import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { expect } from "vitest";
import { plainParametersOf, plainPaths } from "../../http/openapi/plain-paths.ts";

/** Whom and what the answers are about. */
export interface Subjects {
  people: readonly string[];
  endorsements: readonly number[];
  /** Endorsements that were approved, also if they were withdrawn later. */
  approved: readonly number[];
  organizations: readonly number[];
}

/** Every public read of what the index holds. `{next}` is where the next page of a list begins. */
const reads = [
  "/api/milestones",
  "/api/milestones?limit=100",
  "/api/milestones?limit=1&before={next}",
  "/api/milestones?limit=100&search=a",
  "/api/milestones?limit=100&search=bob",
  "/api/milestones?limit=100&category=Art%20and%20Culture",
  "/api/milestones?limit=100&approved=true",
  "/api/milestones?limit=100&approved=false",
  "/api/milestones?limit=100&suggested=true",
  "/api/milestones?limit=100&withdrawn=true",
  "/api/milestones?limit=100&sender={person}",
  "/api/milestones?limit=100&sender={person}&approved=true",
  "/api/milestones?limit=100&receiver={person}",
  "/api/milestones?limit=100&receiver={person}&approved=true",
  "/api/milestones?limit=100&receiver={person}&approved=false&requests=true",
  "/api/milestones?limit=100&receiver={person}&approved=false&requests=false",
  "/api/milestones?limit=100&receiver={person}&suggested=true",
  "/api/milestones?limit=100&org={organization}",
  "/api/milestone?id={endorsement}",
  "/api/columns",
  "/api/columns?limit=100",
  "/api/columns?limit=1&after={next}",
  "/api/columns?limit=100&search=a",
  "/api/column?principal={person}",
  "/api/events?principal={person}",
  "/api/events?principal={person}&limit=1&before={next}",
  "/api/inbox?principal={person}",
  "/api/watcher?principal={person}",
  "/api/follow?userPrincipal={person}&profilePrincipal={person}",
  "/api/orgs",
  "/api/orgs?limit=100",
  "/api/orgs?limit=1&after={next}",
  "/api/orgs?limit=100&search=a",
  "/api/org?id={organization}",
  "/api/token-metadata/{approved}",
  "/api/proof/{endorsement}",
  "/api/proof/{endorsement}/{digest}",
  "/api/credential/{approved}",
  "/api/badge-profile/{person}",
  "/api/status-list/{pageOfEndorsements}",
  "/api/oembed?url={origin}/endorsement/{approved}",
  "/api/oembed?url={origin}/profile/{person}&format=json&maxwidth=200&maxheight=200",
  ...["atom", "rss", "json"].flatMap((format) => [
    `/feeds/network.${format}`,
    `/feeds/profile/{person}.${format}`,
    `/feeds/org/{organization}.${format}`,
  ]),
  "/embed/endorsement/{approved}?theme=light",
  "/embed/profile/{person}?theme=dark",
  "/sitemap.xml",
  "/sitemap/pages.xml",
  "/sitemap/endorsements-{pageOfEndorsements}.xml",
  "/sitemap/organizations-{pageOfOrganizations}.xml",
  "/sitemap/profiles-{pageOfPeople}.xml",
];

/** Public reads of anything else. */
const others = [
  // About the service itself.
  ...["/api/status", "/healthz", "/readyz", "/openapi.json", "/docs", "/robots.txt"],
  ...["/issuer", "/.well-known/did.json", "/api/session", "/api/session/challenge"],
  // A stream without an end, and what is made once a day.
  ...["/api/stream", "/dump.json", "/dump/schema.json", "/dump/{sha256}.ndjson.gz"],
  // Images, and drawings of what the reads above answer.
  ...["/ipfs/{cid}", "/ipfs/{cid}/{path}", "/image", "/social/{id}.jpeg"],
  ...["png", "svg", "pdf"].map((format) => `/api/badge/{id}.${format}`),
  // For the signed-in person alone.
  "/export.zip",
];

/**
 * Every public answer that follows from the chain, read twice, the second time from the response cache. Leaves out what
 * differs by nature: the service's own address and keys, and the request ids of errors.
 * @param there has rows, so each answer about it is a success
 * @param nowhere has none
 */
export async function readAnswers(
  origin: string,
  there: Subjects,
  nowhere: Subjects,
): Promise<[path: string, status: number, body: string][]> {
  expect(findForgotten()).toEqual([]);
  const answers: [string, number, string][] = [];
  for (const [subjects, allowed] of [
    [there, [200]],
    [nowhere, [200, 404]],
  ] as const) {
    const paths = reads.flatMap((read) => pathsOf(read, subjects));
    for (const path of [...paths, ...paths]) {
      const whole = await fillIn(origin, path);
      const response = await fetch(origin + whole);
      const body = withoutOwn(origin, await response.text());
      expect(allowed, `${whole} ${body.slice(0, 300)}`).toContain(response.status);
      answers.push([path, response.status, body]);
    }
  }
  return answers;
}

/** Calls and parameters that no read asks. */
function findForgotten(): string[] {
  const publicCalls = Object.values<Call>(calls)
    .filter(({ method, access }) => method === "GET" && access === "public")
    .map(({ path, query }) => ({ path, keys: Object.keys(query?.shape ?? {}) }));
  const plain = Object.keys(plainPaths).map((path) => ({ path, keys: plainParametersOf(path) }));
  return [...publicCalls, ...plain]
    .filter(({ path }) => !others.includes(path))
    .flatMap(({ path, keys }) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
      const asked = reads
        .map((read) => new URL(read, "http://service"))
        .filter(({ pathname }) => pattern.test(decodeURI(pathname)));
      if (asked.length === 0) return [path];
      return keys
        .filter((key) => !asked.some(({ searchParams }) => searchParams.has(key)))
        .map((key) => `${path}?${key}=`);
    });
}

/** A read of all its subjects. */
function pathsOf(read: string, subjects: Subjects): string[] {
  const { people, endorsements, approved, organizations } = subjects;
  const firstPage = (list: readonly unknown[]) => (list.length === 0 ? [] : [1]);
  const values: Record<string, readonly (string | number)[]> = {
    person: people,
    endorsement: endorsements,
    approved,
    organization: organizations,
    pageOfPeople: firstPage(people),
    pageOfEndorsements: firstPage(endorsements),
    pageOfOrganizations: firstPage(organizations),
  };
  const name = Object.keys(values).find((key) => read.includes(`{${key}}`));
  return name === undefined
    ? [read]
    : (values[name] ?? []).map((value) => read.replaceAll(`{${name}}`, String(value)));
}

/** Puts in what depends on the service or on another answer. */
async function fillIn(origin: string, path: string): Promise<string> {
  const whole = path.replace("{origin}", origin);
  if (whole.includes("{next}")) {
    const first = await fetch(origin + whole.replace(/&\w+=\{next\}/, ""));
    const [, next] = /"(?:next|cursor)":"([^"]+)"/.exec(await first.text()) ?? [];
    return next === undefined
      ? whole.replace(/&\w+=\{next\}/, "")
      : whole.replace("{next}", encodeURIComponent(next));
  }
  if (!whole.includes("{digest}")) return whole;
  const proof = await fetch(origin + whole.replace("/{digest}", ""));
  const digest = createHash("sha256").update(await proof.text());
  return whole.replace("{digest}", digest.digest("hex"));
}

const withoutOwn = (origin: string, text: string) =>
  text
    .replaceAll(origin, "")
    .replace(/,"requestId":"[^"]*"/, "")
    .replace(/"proofValue":"[^"]*"/g, "")
    .replace(/#z6Mk\w+/g, "");
