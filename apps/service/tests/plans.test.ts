import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { categories } from "@colonnade/domain/category.ts";
import { applicationStatuses } from "@colonnade/domain/organization-application.ts";
import pg from "pg";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tellPlanning } from "../db/planning.ts";
import { openPostgres } from "../db/postgres.ts";
import { publishImages } from "../images/publish.ts";
import { settleUnsettled } from "../indexer/standings.ts";
import { createContactMail } from "../mail/contact-mail.ts";
import { fillWithCrowd } from "./support/crowd.ts";
import { type Fixture, register, signIn, startFixture, submit } from "./support/fixture.ts";
import { alice, bob, dan, watcher } from "./support/people.ts";
import { faultsOf, type RecordedDatabase, recordStatements } from "./support/plans.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { admissionReport, admitAs, applicationOf, declineAs, newTxId } from "./support/review.ts";

const category = encodeURIComponent(categories[2].name);
/** Held by nobody, by few and by everybody, of any length. */
const texts = ["n1a2b3", "nowhere-to-be-found", "btc", "zqz", "zq", "a1", "bt", "z", "7"];
/** Every filter alone, and together with every other. */
let filters = [""];
for (const choices of [
  [`&sender=${alice.address}`],
  [`&receiver=${bob.address}`],
  ["&org=7"],
  [`&category=${category}`],
  ["&approved=true", "&approved=false"],
]) {
  filters = filters.flatMap((filter) => ["", ...choices].map((choice) => filter + choice));
}

const paths = [
  ...filters.flatMap((filter) =>
    ["", "&before=50000", "&search=zq"].map((more) => `/api/milestones?limit=30${filter}${more}`),
  ),
  ...texts.flatMap((text) =>
    ["", "&before=90000", "&approved=true"].map(
      (more) => `/api/milestones?limit=30&search=${text}${more}`,
    ),
  ),
  ...["", ...texts.map((text) => `&search=${text}`)].flatMap((filter) => [
    `/api/columns?limit=30${filter}`,
    `/api/columns?limit=30${filter}&after=${encodeURIComponent(`${bob.address} n8`)}`,
    `/api/orgs?limit=30${filter}`,
  ]),
  ...[alice, bob, dan].flatMap(({ address }) => [
    `/api/column?principal=${address}`,
    `/api/events?principal=${address}`,
    `/api/events?principal=${address}&limit=30&before=1780000500000~c`,
  ]),
  `/api/watcher?principal=${watcher.address}`,
  `/api/follow?userPrincipal=${alice.address}&profilePrincipal=${bob.address}`,
  ...["/api/milestone?id=77777", "/api/org?id=7", "/api/token-metadata/55558", "/api/status"],
  // Whom a page is about.
  ...[`/profile/${alice.address}`, "/org/7"],
  "/readyz",
];

/** Milliseconds, however busy the machine is. */
const FILLING = 600_000;

describe("In a database of many people", () => {
  let postgres: TestPostgres;
  let database: RecordedDatabase;
  let client: pg.Client;
  let fixture: Fixture;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), "colonnade-web-"));
    await writeFile(join(webFolder, "index.html"), "<html><head><title>C</title></head></html>");
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    database = recordStatements(await openPostgres(address), address);
    const tip = await fillWithCrowd(database);
    fixture = await startFixture({ database, webFolder });
    fixture.tip = tip;
    client = new pg.Client({ connectionString: address });
    await client.connect();
    await tellPlanning(client);
  }, FILLING);

  afterAll(async () => {
    try {
      await client.end();
      await fixture.close();
    } finally {
      await postgres.close();
      await rm(webFolder, { recursive: true });
    }
  });

  /** What is wrong with the statements issued since the last look, by statement. */
  async function faults(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    const issued = database.takeIssued();
    expect(issued.length).toBeGreaterThan(0);
    for (const statement of issued) {
      const wrong = await faultsOf(client, statement);
      if (wrong.length > 0) found[statement.text] = wrong;
    }
    return found;
  }

  // Each once: an answer that is kept issues nothing.
  it.each([...new Set(paths)])("%s takes no more than it answers", async (path) => {
    database.takeIssued();
    const response = await fetch(`${fixture.service.origin}${path}`);
    expect([200, 404]).toContain(response.status);
    expect(await faults()).toEqual({});
  });

  it.each(["/api/milestones", "/api/columns", "/api/orgs"])(
    "neither does looking whether %s is short enough to be answered at once",
    async (path) => {
      database.takeIssued();
      const response = await fetch(`${fixture.service.origin}${path}`, { method: "HEAD" });
      expect(response.status).toBe(200);
      expect(await faults()).toEqual({});
    },
  );

  it("neither do signing in and following", async () => {
    database.takeIssued();
    const { fetch: fetchAs } = await signIn(fixture.service, alice);
    await fetchAs(`${fixture.service.origin}/api/session`);
    for (const call of ["follow", "unfollow"]) {
      const response = await fetchAs(`${fixture.service.origin}/api/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ userPrincipal: alice.address, profilePrincipal: bob.address }),
      });
      expect(response.status).toBe(200);
    }
    expect(await faults()).toEqual({});
  });

  it.each([
    ...["", "&decided=true", "&decided=false"],
    ...applicationStatuses.map((status) => `&status=${status}`),
  ])("neither does reviewing applications, with %s", async (filter) => {
    const { fetch: fetchAs } = await signIn(fixture.service, watcher);
    database.takeIssued();
    const path = `/api/org-create-requests?limit=30${filter}`;
    const response = await fetchAs(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(200);
    expect(await faults()).toEqual({});
  });

  it("neither does looking at one's own applications", async () => {
    const { fetch: fetchAs } = await signIn(fixture.service, alice);
    database.takeIssued();
    const path = `/api/org-create-requests?applicant=${alice.address}`;
    const response = await fetchAs(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(200);
    expect(await faults()).toEqual({});
  });

  it("neither do applying, declining and admitting", async () => {
    const { api } = await signIn(fixture.service, alice);
    const { api: asWatcher } = await signIn(fixture.service, watcher);
    database.takeIssued();
    for (const name of ["alice.btc", "alice2.btc"]) {
      await api("applyForOrganization", { body: applicationOf(alice, name) });
    }
    const { items } = await api("pageApplications", { query: { applicant: alice.address } });
    const [first, second] = items.map(({ id }) => id);
    await declineAs(asWatcher, first ?? 0, "No");
    const txId = newTxId();
    fixture.node.transactions.set(txId, admissionReport(alice));
    await admitAs(asWatcher, second ?? 0, txId);
    await settleUnsettled(database);
    expect(await faults()).toEqual({});
  });

  it("neither do writing to the team, and mailing what was written", async () => {
    const { api } = await signIn(fixture.service, alice);
    database.takeIssued();
    await api("sendContact", {
      body: { name: "Alice", email: "alice@example.org", message: "Hello", website: "" },
    });
    const mail = createContactMail({
      database,
      smtpUrl: "smtp://127.0.0.1:1",
      contactTo: "team@example.org",
      log: pino({ level: "silent" }),
    });
    await mail.send();
    mail.close();
    expect(await faults()).toEqual({});
  });

  it("neither do giving an image, and publishing it", async () => {
    const { api } = await signIn(fixture.service, alice);
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 3, background: "#b83a14" },
    })
      .webp()
      .toBuffer();
    database.takeIssued();
    await api("uploadImage", { file: new Blob([Uint8Array.from(bytes)], { type: "image/webp" }) });
    const nobody = "http://127.0.0.1:1";
    await expect(publishImages(database, nobody, pino({ level: "silent" }))).rejects.toThrow();
    expect(await faults()).toEqual({});
  });

  it("neither do listening to the stream, and signing out", async () => {
    const { api } = await signIn(fixture.service, alice);
    database.takeIssued();
    const leave = new AbortController();
    const url = `${fixture.service.origin}/api/stream?principal=${alice.address}`;
    const stream = await fetch(url, { signal: leave.signal });
    await stream.body?.getReader().read();
    leave.abort();
    await api("signOut");
    expect(await faults()).toEqual({});
  });

  it("neither does an image", async () => {
    database.takeIssued();
    const response = await fetch(`${fixture.service.origin}/ipfs/bafkreinone`);
    expect(response.status).toBe(404);
    expect(await faults()).toEqual({});
  });

  it("neither does indexing: a block, a new name, a fork", async () => {
    database.takeIssued();
    const parent = await fixture.mine();
    await fixture.mine(register(dan), submit(500_001, alice, bob));
    fixture.tip = parent;
    await fixture.mine(register(dan));
    expect(await faults()).toEqual({});
  });

  it("neither does following the node, by its word alone, to a branch that is known", async () => {
    const parent = await fixture.mine();
    const left = await fixture.mine(submit(500_002, alice, bob));
    fixture.tip = parent;
    await fixture.mine(submit(500_002, bob, alice));
    fixture.node.tip = left;
    database.takeIssued();
    await fixture.service.askNode();
    expect((await fixture.api("getStatus")).tip?.indexBlockHash).toBe(
      left.payload.index_block_hash,
    );
    expect(await faults()).toEqual({});
    fixture.tip = left;
  });

  it("neither does announcing a transaction, a known or a failed one", async () => {
    const [failed, unseen, unheard] = [newTxId(), newTxId(), newTxId()];
    await client.query(
      `insert into pending_events (tx_id, sender, event, metadata, announced_at, verified, failure, announcer)
        values ($1, $3, 'UNKNOWN', '{}', 1, true, 'expired', null), ($2, $3, 'UNKNOWN', '{}', 1, false, null, '192.0.2.1')`,
      [failed, unseen, alice.address],
    );
    const { fetch: fetchAs } = await signIn(fixture.service, alice);
    database.takeIssued();
    for (const txId of [failed, unseen, unheard]) {
      const body = { txId, senderPrincipal: alice.address, event: "UNKNOWN", metaData: {} };
      const response = await fetchAs(`${fixture.service.origin}/api/new-pending-event`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(202);
    }
    expect(await faults()).toEqual({});
  });

  it("neither does asking after pending events", async () => {
    database.takeIssued();
    await fixture.service.askNode();
    expect(await faults()).toEqual({});
  });
});
