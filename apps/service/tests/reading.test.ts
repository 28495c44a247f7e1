import { categories } from "@colonnade/domain/category.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { countCodePoints } from "@colonnade/domain/text.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  register,
  registerThree,
  reject,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol, dan, watcher } from "./support/people.ts";

const art = categories[0];
const odd = `\uFEFF\u202E<b>"quoted" \\ \u0000 \u200B\uFEFF`;
/** The greatest length of a description. */
const hostile = `${odd}${"😀".repeat(limits.descriptionCodePoints - countCodePoints(odd))}`;

describe.each(databases)("Reading on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine({
      sender: watcher,
      functionName: "watcher-new-organization",
      events: [
        {
          topic: "watcher-new-organization",
          id: 1,
          admin: carol.address,
          name: "Guild 100%_of \u0000 Makers",
          logo: "ipfs://bafkreilogo00000000",
          description: "Makers",
          website: "https://guild.example",
          invited: [alice.address],
          watcher: watcher.address,
        },
      ],
    });
    await fixture.mine(
      printing(alice, {
        topic: "accept-representation",
        id: 1,
        representative: alice.address,
      }),
    );
    await fixture.mine(
      submit(1, alice, bob, { image: art.imageAddress }),
      submit(2, bob, alice, { title: hostile.slice(0, 100), description: hostile }),
      submit(3, carol, bob, {}, { id: 1, name: "Guild 100%_of \u0000 Makers" }),
      submit(4, alice, carol),
      submit(5, carol, alice),
    );
    await fixture.mine(
      approve(1, alice, bob, { image: art.imageAddress }),
      approve(3, carol, bob),
      reject(5, carol, alice),
    );
  });

  afterAll(() => fixture.close());

  it("lists every endorsement by id descending, without rejected ones", async () => {
    const endorsements = await fixture.api("listEndorsements");
    expect(endorsements.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect(endorsements[3]).toMatchObject({
      approved: true,
      category: "Art and Culture",
      column_sender: { bns_name: "alice", bns: "btc" },
      column_receiver: { bns_name: "bob" },
    });
  });

  it("pages through endorsements until there is no next page", async () => {
    const first = await fixture.api("pageEndorsements", { query: { limit: 3 } });
    expect(first.items.map(({ id }) => id)).toEqual([4, 3, 2]);
    const before = first.next ?? "";
    const second = await fixture.api("pageEndorsements", { query: { limit: 3, before } });
    expect(second.items.map(({ id }) => id)).toEqual([1]);
    expect(second.next).toBeNull();
  });

  it("says that there is no next page when the last page is full", async () => {
    const page = await fixture.api("pageEndorsements", { query: { limit: 4 } });
    expect(page.next).toBeNull();
  });

  it.each([
    ["sender", { sender: alice.address }, [4, 1]],
    ["receiver", { receiver: bob.address }, [3, 1]],
    ["organization", { org: 1 }, [3]],
    ["category", { category: "Art and Culture" }, [1]],
    ["approval", { approved: "true" }, [3, 1]],
    ["waiting", { approved: "false" }, [4, 2]],
    ["a name in capitals", { search: "BOB" }, [3, 2, 1]],
    ["part of an organization's name", { search: "guild" }, [3]],
    ["two letters", { search: "li" }, [4, 2, 1]],
    ["a per cent sign, as itself", { search: "100%_" }, [3]],
    ["an underscore that is nowhere", { search: "a_ice" }, []],
    ["a backslash", { search: "\\" }, []],
    ["U+0000, which nobody can search for", { search: "\u0000" }, [4, 3, 2, 1]],
    ["two filters at once", { sender: alice.address, approved: "true" }, [1]],
  ] as const)("filters by %s", async (_, filter, ids) => {
    const page = await fixture.api("pageEndorsements", { query: { limit: 10, ...filter } });
    expect(page.items.map(({ id }) => id)).toEqual(ids);
  });

  it("answers a page of the default size for a filter without a limit", async () => {
    const response = await fetch(`${fixture.service.origin}/api/milestones?approved=true`);
    expect(await response.json()).toMatchObject({ items: [{ id: 3 }, { id: 1 }], next: null });
  });

  it("returns 2,048 characters exactly as the chain has them, U+0000 included", async () => {
    expect([...hostile]).toHaveLength(2048);
    const endorsement = await fixture.api("getEndorsement", { query: { id: 2 } });
    expect(endorsement.endorsement).toBe(hostile);
    const profile = await fixture.api("getProfile", { query: { principal: alice.address } });
    expect(profile.columnMilestones[0]?.endorsement).toBe(hostile);
    expect(profile.organization[0]?.name).toBe("Guild 100%_of \u0000 Makers");
  });

  it("answers 404 for an endorsement that does not exist or was rejected", async () => {
    for (const id of [5, 99]) {
      await expect(fixture.api("getEndorsement", { query: { id } })).rejects.toMatchObject({
        status: 404,
        code: "does_not_exist",
      });
    }
  });

  it("lists profiles by name, with their counts of endorsements", async () => {
    const profiles = await fixture.api("listProfiles");
    expect(profiles).toMatchObject([
      { bns_name: "alice", earned: 0, issued: 1, status: "CONFIRMED" },
      { bns_name: "bob", earned: 2, issued: 0 },
      { bns_name: "carol", earned: 0, issued: 1 },
    ]);
  });

  it("pages and searches the directory", async () => {
    const first = await fixture.api("pageProfiles", { query: { limit: 2 } });
    expect(first.items.map(({ bns_name }) => bns_name)).toEqual(["alice", "bob"]);
    const after = first.next ?? "";
    const second = await fixture.api("pageProfiles", { query: { limit: 2, after } });
    expect(second.items.map(({ bns_name }) => bns_name)).toEqual(["carol"]);
    expect(second.next).toBeNull();
    const found = await fixture.api("pageProfiles", { query: { limit: 2, search: "AROL" } });
    expect(found.items.map(({ bns_name }) => bns_name)).toEqual(["carol"]);
  });

  it("shows a profile with its details", async () => {
    const profile = await fixture.api("getProfile", { query: { principal: bob.address } });
    expect(profile).toMatchObject({
      address: bob.address,
      status: "CONFIRMED",
      earned: 2,
      pendingApprovals: 0,
      organization: [],
      followerCount: 0,
    });
    expect(profile.columnMilestones.map(({ id }) => id)).toEqual([3, 1]);
    expect(profile.sentMilestones.map(({ id }) => id)).toEqual([2]);
  });

  it("answers 404 for a principal without a profile", async () => {
    await expect(
      fixture.api("getProfile", { query: { principal: dan.address } }),
    ).rejects.toMatchObject({ status: 404, code: "does_not_exist" });
  });

  it("shows organizations with their people and what they issued", async () => {
    const [card] = await fixture.api("listOrganizations");
    expect(card).toMatchObject({ id: 1, issued: 1, admin: carol.address });
    const page = await fixture.api("pageOrganizations", { query: { limit: 1, search: "GUILD" } });
    expect(page).toMatchObject({ items: [{ id: 1 }], next: null });
    const organization = await fixture.api("getOrganization", { query: { id: 1 } });
    expect(organization.columnRepresentatives.map(({ bns_name }) => bns_name)).toEqual([
      "carol",
      "alice",
    ]);
    expect(organization.sentMilestones.map(({ id }) => id)).toEqual([3]);
    await expect(fixture.api("getOrganization", { query: { id: 2 } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("describes an approved endorsement's token as SIP-016, with an absolute image link", async () => {
    const metadata = await fixture.api("getTokenMetadata", { params: { id: 1 } });
    expect(metadata).toMatchObject({
      sip: 16,
      name: "A title",
      image: `${fixture.service.origin}/ipfs/${art.cid}`,
      attributes: [
        { trait_type: "Category", value: "Art and Culture" },
        { trait_type: "Issued by", value: "alice.btc" },
        { trait_type: "Date" },
      ],
    });
    const issued = await fixture.api("getTokenMetadata", { params: { id: 3 } });
    expect(issued.attributes).toContainEqual({
      trait_type: "Organization",
      value: "Guild 100%_of \u0000 Makers",
    });
  });

  it("has no token metadata for an endorsement that is not approved", async () => {
    for (const id of [2, 5, 99]) {
      await expect(fixture.api("getTokenMetadata", { params: { id } })).rejects.toMatchObject({
        status: 404,
      });
    }
  });

  it.each([
    ["/api/column", "missing_parameter"],
    ["/api/column?principal=alice", "validation_error"],
    ["/api/milestone?id=0", "validation_error"],
    ["/api/milestone?id=1e99", "validation_error"],
    ["/api/milestones?limit=101", "validation_error"],
    ["/api/milestones?limit=0x10", "validation_error"],
    ["/api/milestones?limit=1e1", "validation_error"],
    ["/api/milestones?limit=%205", "validation_error"],
    ["/api/milestones?limit=5&before=x", "validation_error"],
    [`/api/milestones?limit=5&search=${"x".repeat(101)}`, "validation_error"],
    ["/api/milestones?limit=5&category=Nonsense", "validation_error"],
    ["/api/events", "missing_parameter"],
    [`/api/events?principal=${alice.address}&before=nonsense`, "validation_error"],
    ["/api/token-metadata/x", "validation_error"],
    ["/api/session/challenge?address=x", "validation_error"],
  ])("refuses %s", async (path, code) => {
    const response = await fetch(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it.each(["/api/nonsense", "/api", "/ipfs/"])(
    "answers 404 for the unknown path %s",
    async (path) => {
      const response = await fetch(`${fixture.service.origin}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "bad_path_error" } });
    },
  );

  it.each([
    ["on chain", () => fixture.mine()],
    [
      "off it",
      async () => {
        const { api } = await signIn(fixture.service, alice);
        await api("follow", {
          body: { userPrincipal: alice.address, profilePrincipal: bob.address },
        });
      },
    ],
  ])("answers 304 until something changes %s", async (_, change) => {
    const url = `${fixture.service.origin}/api/milestones?limit=5`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    const ask = () => fetch(url, { headers: { "if-none-match": etag } });
    expect((await ask()).status).toBe(304);
    const strong = await fetch(url, { headers: { "if-none-match": etag.replace("W/", "") } });
    expect(strong.status).toBe(304);
    await change();
    const changed = await ask();
    expect(changed.status).toBe(200);
    expect(changed.headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    ["br", 7],
    ["gzip", 8],
    ["identity", 9],
  ])(
    "answers the same in %s from the database and from the response cache",
    async (encoding, limit) => {
      const url = `${fixture.service.origin}/api/milestones?limit=${limit}`;
      const ask = () => fetch(url, { headers: { "accept-encoding": encoding } });
      const first = await ask();
      const again = await ask();
      expect(first.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(again.headers.get("content-encoding")).toBe(first.headers.get("content-encoding"));
      expect(await again.json()).toEqual(await first.json());
    },
  );

  it.each([
    ["gzip, br;q=0", "gzip"],
    ["gzip,br ; q=0.0 , x", "gzip"],
    ["br;q=0.5, gzip", "br"],
    ["BR", "br"],
    ["gzip;q=0, identity", null],
    ["*;q=0.1, brotli", null],
  ])("negotiates the encoding for Accept-Encoding: %s", async (accepted, encoding) => {
    const url = `${fixture.service.origin}/api/milestones?limit=9`;
    const response = await fetch(url, { headers: { "accept-encoding": accepted } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
  });

  it("keeps a removed profile's endorsements, under an empty name", async () => {
    await fixture.mine(register(dan), submit(6, dan, bob));
    await fixture.mine({
      sender: dan,
      functionName: "remove-profile",
      events: [{ topic: "remove-profile", principal: dan.address, reason: "owner" }],
    });
    await expect(
      fixture.api("getProfile", { query: { principal: dan.address } }),
    ).rejects.toMatchObject({ status: 404 });
    const endorsement = await fixture.api("getEndorsement", { query: { id: 6 } });
    expect(endorsement.column_sender).toEqual({
      address: dan.address,
      bns_name: "",
      bns: "",
      profileImageUrl: "",
    });
    const search = (text: string) =>
      fixture.api("pageEndorsements", { query: { limit: 9, search: text } });
    expect((await search("dan")).items).toEqual([]);
    expect((await search("bob")).items.map(({ id }) => id)).toContain(6);
  });

  it.each([
    [7, 'https://x.example/a"b|c^{d}<e>`%zz'],
    [8, "https://x.example/a%7Cb?of=1,2/3#top", "https://x.example/a%7Cb?of=1,2/3#top"],
    [9, "https://[::1]:8443/a"],
    [10, "https://[::x]/a"],
    [11, "https:///x.example/a"],
    [12, "https://a@b@x.example/a"],
    [13, "https://x.example/a#b#c"],
    [14, "javascript:alert(1)"],
  ])(
    "includes an image in token metadata only if it is a URI: %i, %s",
    async (id, image, expected?) => {
      await fixture.mine(submit(id, alice, bob, { image }), approve(id, alice, bob, { image }));
      const metadata = await fixture.api("getTokenMetadata", { params: { id } });
      expect(metadata.image).toBe(expected);
    },
  );
});
