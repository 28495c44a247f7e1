import { categories } from "@colonnade/domain/category.ts";
import { readConfig, webConfig } from "@colonnade/domain/config.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { applicationStatuses } from "@colonnade/domain/organization-application.ts";
import pg from "pg";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configureConnection, REQUEST_TIMES } from "../db/connection.ts";
import { openPostgres } from "../db/postgres.ts";
import { dumpLines } from "../dump/lines.ts";
import { exportFiles } from "../http/downloads/export-files.ts";
import { readShownEarned } from "../http/reads/shown-profile.ts";
import { publishImages } from "../images/publish.ts";
import { removeUnusedImages } from "../images/removal.ts";
import { createContactMail } from "../mail/contact-mail.ts";
import {
  type Fixture,
  register,
  signIn,
  startFixture,
  submit,
  suspend,
} from "./support/fixture.ts";
import { fillLargeDatabase, shownImage } from "./support/large-database.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, carol, dan, watcher } from "./support/people.ts";
import { faultsOf, type RecordedDatabase, recordStatements } from "./support/plans.ts";
import { startPostgres, type TestPostgres } from "./support/postgres.ts";
import { admissionReport, admitAs, applicationOf, declineAs, newTxId } from "./support/review.ts";

const category = encodeURIComponent(categories[2].name);
/** Search texts of several lengths: in no name, in few names, in every name. */
const texts = ["n1a2b3", "nowhere-to-be-found", "btc", "zqz", "zq", "a1", "bt", "z", "7"];
/** Every combination of filters. */
let filters = [""];
for (const choices of [
  [`&sender=${alice.address}`],
  [`&receiver=${bob.address}`],
  ["&org=7"],
  [`&category=${category}`],
  ["&approved=true", "&approved=false", "&withdrawn=true", "&suggested=true"],
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
  ...[alice, bob, carol, dan].flatMap(({ address }) => [
    `/api/column?principal=${address}`,
    `/api/events?principal=${address}`,
    `/api/events?principal=${address}&limit=30&before=1780000500000~c`,
    `/api/inbox?principal=${address}`,
    ...["&requests=true", "&requests=false", "&requests=true&before=50000"].map(
      (more) => `/api/milestones?limit=30&receiver=${address}&approved=false${more}`,
    ),
  ]),
  `/api/watcher?principal=${watcher.address}`,
  `/api/follow?userPrincipal=${alice.address}&profilePrincipal=${bob.address}`,
  ...["/api/milestone?id=77777", "/api/org?id=7", "/api/token-metadata/55558", "/api/status"],
  "/api/proof/55558",
  "/readyz",
];

/** Milliseconds to fill the database, even on a busy machine. */
const FILLING = 600_000;

describe("Query plans in a large database", () => {
  let postgres: TestPostgres;
  let database: RecordedDatabase;
  let client: pg.Client;
  let fixture: Fixture;

  beforeAll(async () => {
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    database = recordStatements(await openPostgres(address), address);
    const tip = await fillLargeDatabase(database);
    fixture = await startFixture({ database });
    fixture.tip = tip;
    client = new pg.Client({ connectionString: address });
    await client.connect();
    await configureConnection(client, REQUEST_TIMES);
  }, FILLING);

  afterAll(async () => {
    try {
      await client.end();
      await fixture.close();
    } finally {
      await postgres.close();
    }
  });

  /** The faults in the plans of the statements issued since the last call, by statement; of one repeated, the last. */
  async function faults(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    const issued = new Map(database.takeIssued().map((statement) => [statement.text, statement]));
    expect(issued.size).toBeGreaterThan(0);
    for (const statement of issued.values()) {
      const wrong = await faultsOf(client, statement);
      if (wrong.length > 0) found[statement.text] = wrong;
    }
    return found;
  }

  // Each path once: a cached response issues no statement.
  it.each([...new Set(paths)])("of %s read no more rows than they need", async (path) => {
    database.takeIssued();
    const response = await fetch(`${fixture.service.origin}${path}`);
    expect([200, 404]).toContain(response.status);
    expect(await faults()).toEqual({});
  });

  it.each(["/api/milestones", "/api/columns", "/api/orgs"])(
    "of the check whether the whole list %s is short read few rows",
    async (path) => {
      database.takeIssued();
      const response = await fetch(`${fixture.service.origin}${path}`, { method: "HEAD" });
      expect(response.status).toBe(200);
      expect(await faults()).toEqual({});
    },
  );

  it("of an endorsement's revisions and of everything of one's own read few rows", async () => {
    const { fetch: fetchAs } = await signIn(fixture.service, carol);
    database.takeIssued();
    await fetchAs(`${fixture.service.origin}/api/revisions?id=55558`);
    expect(await faults()).toEqual({});
    // Somebody with a usual number of them. Carol has thousands without proofs, for which nothing is sent.
    const { rows } = await client.query("select receiver from endorsements where id = 55558");
    const principal = String(rows[0]?.receiver);
    let files = 0;
    const own = exportFiles(database, webConfig(readConfig({})), { principal, verifyPage: null });
    for await (const _ of own) files += 1;
    expect(files).toBeGreaterThan(0);
    expect(await faults()).toEqual({});
  });

  it("of what somebody earned and shows read few rows", async () => {
    for (const { address } of [alice, bob, carol]) {
      database.takeIssued();
      await readShownEarned(database, address, 5);
      expect(await faults()).toEqual({});
    }
  });

  it("of the sitemap and a dump read few rows", async () => {
    const { origin } = fixture.service;
    for (const path of ["/sitemap/endorsements-1.xml", "/dump.json"]) {
      database.takeIssued();
      await (await fetch(origin + path)).bytes();
      expect(await faults(), path).toEqual({});
    }
    database.takeIssued();
    let count = 0;
    const signal = new AbortController().signal;
    const tips = new Set<string>();
    const source = { database, config: webConfig(readConfig({})), signal, tips };
    for await (const _ of dumpLines(source)) {
      // A page of people, and more than one line of endorsements.
      count += 1;
      if (count > 700) break;
    }
    expect(await faults()).toEqual({});
  });

  it("of signing in and following read few rows", async () => {
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
  ])("of reviewing applications with %s read few rows", async (filter) => {
    const { fetch: fetchAs } = await signIn(fixture.service, watcher);
    database.takeIssued();
    const path = `/api/org-create-requests?limit=30${filter}`;
    const response = await fetchAs(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(200);
    expect(await faults()).toEqual({});
  });

  it("of reading one's own applications read few rows", async () => {
    const { fetch: fetchAs } = await signIn(fixture.service, alice);
    database.takeIssued();
    const path = `/api/org-create-requests?applicant=${alice.address}`;
    const response = await fetchAs(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(200);
    expect(await faults()).toEqual({});
  });

  it.each(["/api/own-rejected", "/api/blocked", "/api/blocked?before=1780000500000~sender~ST1"])(
    "of the private read %s read few rows",
    async (path) => {
      const { fetch: fetchAs } = await signIn(fixture.service, alice);
      database.takeIssued();
      const response = await fetchAs(`${fixture.service.origin}${path}`);
      expect(response.status).toBe(200);
      expect(await faults()).toEqual({});
    },
  );

  it("of applying, declining and admitting read few rows", async () => {
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
    expect(await faults()).toEqual({});
  });

  it.each(["", "&decided=true", "&decided=false", "&decided=false&before=1~9000"])(
    "of reading reports with %s read few rows",
    async (filter) => {
      const { fetch: fetchAs } = await signIn(fixture.service, watcher);
      database.takeIssued();
      const path = `/api/reports?limit=30${filter}`;
      const response = await fetchAs(`${fixture.service.origin}${path}`);
      expect(response.status).toBe(200);
      expect(await faults()).toEqual({});
    },
  );

  it("of reporting, and of deciding in each way, read few rows", async () => {
    const { api } = await signIn(fixture.service, alice);
    const { api: asWatcher } = await signIn(fixture.service, watcher);
    const [first, second] = categories;
    database.takeIssued();
    for (const reported of [first.imageAddress, second.imageAddress, shownImage]) {
      const subject = { kind: "image", image: reported } as const;
      await api("report", { body: { subject, reason: "A lie" } });
    }
    const { items } = await asWatcher("pageReports", { query: { decided: "false", limit: 3 } });
    const decisions = [
      { decision: "hide-image", image: shownImage },
      { decision: "suspend", txId: newTxId() },
      { decision: "dismiss" },
    ] as const;
    for (const [place, body] of decisions.entries()) {
      await asWatcher("decideReport", { params: { id: items[place]?.id ?? 0 }, body });
    }
    expect(await faults()).toEqual({});
  });

  it("of storing and mailing a contact message read few rows", async () => {
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

  const image = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .webp()
      .toBuffer();

  it("of uploading and publishing an image read few rows", async () => {
    const { api } = await signIn(fixture.service, alice);
    const bytes = await image("#b83a14");
    database.takeIssued();
    await api("uploadImage", { file: new Blob([Uint8Array.from(bytes)], { type: "image/webp" }) });
    const nobody = "http://127.0.0.1:1";
    await expect(publishImages(database, nobody, pino({ level: "silent" }))).rejects.toThrow();
    expect(await faults()).toEqual({});
  });

  it("of removing unused images, and of refusing another one, read few rows", async () => {
    const { api } = await signIn(fixture.service, alice);
    const totals = database.kysely.updateTable("image_totals").where("holder", "=", alice.address);
    await totals.set({ bytes: limits.imagesOfOneBytes }).execute();
    database.takeIssued();
    await removeUnusedImages(database, pino({ level: "silent" }));
    const bytes = await image("#14b83a");
    await expect(
      api("uploadImage", { file: new Blob([Uint8Array.from(bytes)], { type: "image/webp" }) }),
    ).rejects.toThrow("40 MB");
    expect(await faults()).toEqual({});
  });

  it("of opening the stream and signing out read few rows", async () => {
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

  it("of serving an image read few rows", async () => {
    database.takeIssued();
    const response = await fetch(
      `${fixture.service.origin}/ipfs/bafkreictsdi2o7uddpmkwhkpduclt6yd77n75l55twss7qatmcl52q4fmu`,
    );
    expect(response.status).toBe(404);
    const elsewhere = `${fixture.service.origin}/image?url=https://images.example/a.png`;
    expect((await fetch(elsewhere)).status).toBe(404);
    expect(await faults()).toEqual({});
  });

  it("of indexing a block, a new name and a fork read few rows", async () => {
    database.takeIssued();
    const parent = await fixture.mine();
    await fixture.mine(register(dan), submit(500_001, alice, bob));
    fixture.tip = parent;
    await fixture.mine(register(dan));
    expect(await faults()).toEqual({});
  });

  it("of suspending and restoring somebody, and of their orphaned blocks, read few rows", async () => {
    const parent = await fixture.mine();
    database.takeIssued();
    await fixture.mine(suspend(alice));
    await fixture.mine(suspend(alice, { restored: true }));
    fixture.tip = parent;
    await fixture.mine();
    expect(await faults()).toEqual({});
  });

  it("of switching to an indexed branch without a posted block read few rows", async () => {
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

  it("of announcing a failed, a new, a known and an unseen transaction read few rows", async () => {
    const [failed, pending, unseen] = [newTxId(), newTxId(), newTxId()];
    await client.query(
      `insert into pending_events
          (tx_id, sender, event, metadata, announced_at, seen, failure, mined, checked_at, known_at)
        values ($1, $2, 'UNKNOWN', '{}', 1, true, 'expired', false, 1, 1)`,
      [failed, alice.address],
    );
    const { fetch: fetchAs } = await signIn(fixture.service, alice);
    database.takeIssued();
    for (const txId of [failed, pending]) {
      fixture.node.transactions.set(txId, nodeCall(alice.address, "edit-endorsement"));
    }
    for (const txId of [failed, pending, pending, unseen]) {
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

  it("of settling pending events read few rows", async () => {
    database.takeIssued();
    await fixture.service.askNode();
    expect(await faults()).toEqual({});
  });
});
