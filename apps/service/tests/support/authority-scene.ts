import { createHash } from "node:crypto";
import { calls } from "@colonnade/domain/http/contract.ts";
import { sql } from "kysely";
import sharp from "sharp";
import type { Database } from "../../db/database.ts";
import type { Tables } from "../../db/tables.ts";
import {
  type Fixture,
  register,
  signedChallenge,
  startFixture,
  submit,
  suspend,
} from "./fixture.ts";
import { printing } from "./move.ts";
import { nodeCall } from "./node.ts";
import { alice, bob, carol, dan, owner, type Person, person, watcher } from "./people.ts";
import {
  applicationOf,
  insertApplication,
  newestOrganization,
  newOrganization,
  newTxId,
} from "./review.ts";

const suspended = person("suspended");
const seated = person("seated");
const founder = person("founder");
const dismissed = person("dismissed");

/** Who sends a role's requests. A watcher sends those of the roles that are not here. */
const senders: Record<string, Person> = {
  visitor: dan,
  stranger: dan,
  member: alice,
  suspended,
  seated,
  founder,
  dismissed,
  another: bob,
};

export const senderOf = (role: string): Person => senders[role] ?? watcher;

/** Starts a service that knows somebody of every role. */
export async function openAuthorityScene(database: Database): Promise<Fixture> {
  const fixture = await startFixture({ database, environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
  const changeWatcher = (topic: "add-watcher" | "remove-watcher", who: Person) =>
    printing(owner, { topic, watcher: who.address, by: owner.address });
  const members = [alice, bob, carol, suspended, seated, founder, watcher, dismissed];
  await fixture.mine(
    ...members.map((member) => register(member)),
    changeWatcher("add-watcher", watcher),
    changeWatcher("add-watcher", dismissed),
    newOrganization(founder),
    submit(1, carol, alice),
  );
  const id = newestOrganization();
  await fixture.mine(
    printing(founder, {
      topic: "add-representative",
      id,
      representative: seated.address,
      by: founder.address,
    }),
    printing(seated, { topic: "accept-representation", id, representative: seated.address }),
    changeWatcher("remove-watcher", dismissed),
    suspend(suspended),
  );
  return fixture;
}

let clients = 0;

/** Headers of a request from a page of the service, each from a client of its own: rate limits have their own tests. */
export function pageHeaders({ service }: Fixture): Record<string, string> {
  clients += 1;
  return {
    origin: service.origin,
    "x-forwarded-for": `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
  };
}

/** Asks for a challenge. */
export async function getChallenge(fixture: Fixture, address: string) {
  const url = `${fixture.service.origin}/api/session/challenge?address=${address}`;
  const response = await fetch(url, { headers: pageHeaders(fixture) });
  if (!response.ok) throw new Error(`No challenge for ${address}: ${await response.text()}`);
  const { message, nonce } = challengeSchema.parse(await response.json());
  return { message, nonce };
}

const challengeSchema = calls.getChallenge.result;

/** Sends a sign-in. */
export function postSignIn(fixture: Fixture, body: object): Promise<Response> {
  return fetch(`${fixture.service.origin}/api/session`, {
    method: "POST",
    headers: { ...pageHeaders(fixture), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** A new session's cookie. */
export async function newSession(fixture: Fixture, who: Person): Promise<string> {
  const { message, nonce } = await getChallenge(fixture, who.address);
  const response = await postSignIn(fixture, signedChallenge(who, message, nonce));
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** What a request sends: `named` is the person that it speaks for, where a call names one. */
type Request = { path: string; body?: FormData | object };
type MakeRequest = (named: Person, sender: Person) => Request | Promise<Request>;

const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "#c8431b" } })
  .png()
  .toBuffer();
const followOf = ({ address }: Person) => ({
  userPrincipal: address,
  profilePrincipal: carol.address,
});

/** A request of each row of the table that succeeds for somebody. */
export function requestsFor(fixture: Fixture): Record<string, MakeRequest> {
  return {
    announceTransaction: ({ address: senderPrincipal }, sender) => {
      const txId = newTxId();
      fixture.node.transactions.set(txId, nodeCall(sender.address, "remove-profile"));
      const body = { txId, senderPrincipal, event: "REMOVE_PROFILE" };
      return { path: "/api/new-pending-event", body };
    },
    follow: (named) => ({ path: "/api/follow", body: followOf(named) }),
    unfollow: (named) => ({ path: "/api/unfollow", body: followOf(named) }),
    sendContact: () => ({
      path: "/api/contact-info",
      body: { name: "Ann", email: "ann@example.com", message: "Hello" },
    }),
    uploadImage: async () => {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(await picture)]));
      return { path: "/api/upload", body };
    },
    applyForOrganization: (named) => ({
      path: "/api/org-create-request",
      body: applicationOf(named),
    }),
    decideApplication: async () => ({
      path: `/api/org-create-requests/${await insertApplication(fixture, carol)}/decision`,
      body: { decision: "decline", reason: "No" },
    }),
    report: () => ({
      path: "/api/report",
      body: { subject: { kind: "profile", principal: carol.address }, reason: "A lie" },
    }),
    decideReport: async () => ({
      path: `/api/reports/${await insertReport(fixture)}/decision`,
      body: { decision: "dismiss" },
    }),
    pageApplications: ({ address }) => ({ path: `/api/org-create-requests?applicant=${address}` }),
    "pageApplications:all": () => ({ path: "/api/org-create-requests" }),
    pageOwnRejected: () => ({ path: "/api/own-rejected" }),
    getRevisions: () => ({ path: "/api/revisions?id=1" }),
    pageBlocked: () => ({ path: "/api/blocked" }),
    pageReports: () => ({ path: "/api/reports" }),
    getChallenge: ({ address }) => ({ path: `/api/session/challenge?address=${address}` }),
    signIn: async (named, sender) => {
      const { message, nonce } = await getChallenge(fixture, named.address);
      const body = { ...signedChallenge(sender, message, nonce), address: named.address };
      return { path: "/api/session", body };
    },
    signOut: () => ({ path: "/api/session" }),
    signOutEverywhere: () => ({ path: "/api/sessions" }),
  };
}

/** Inserts a report on carol's endorsement of alice. The route has its own row. */
async function insertReport({ database }: Fixture): Promise<number> {
  const at = Date.now();
  const reported = { title: "A title", text: "Some words", imageUrl: "ipfs://image" };
  const { id } = await database.kysely
    .insertInto("reports")
    .values({
      subject: JSON.stringify({ kind: "endorsement", id: 1 }),
      reported: JSON.stringify(reported),
      responsible: JSON.stringify([carol.address]),
      fingerprint: createHash("sha256").update(newTxId()).digest("hex"),
      reporters: 1,
      first_at: at,
      last_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What a refused call may change: a failed sign-in uses a challenge up. */
const left: readonly (keyof Tables)[] = ["challenges"];

/** Every table's name, and a digest of its rows. */
export async function readTables({
  database: { kysely },
}: Pick<Fixture, "database">): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(kysely);
  const digests = tables
    .filter(({ name }) => !left.some((table) => table === name))
    .map(({ name }) => {
      const rows = sql`select md5(string_agg(t::text, chr(10) order by t::text)) from ${sql.table(name)} t`;
      return sql`select ${sql.lit(name)} as name, (${rows}) as digest`;
    });
  const { rows } = await sql<{ name: string; digest: string | null }>`${sql.join(
    digests,
    sql` union all `,
  )}`.execute(kysely);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest ?? ""]));
}
