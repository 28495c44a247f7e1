import { endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FeedFormat, feedTypes, writeFeed } from "../http/feeds/feed-document.ts";
import {
  approve,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol } from "./support/people.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(
    submit(1, alice, bob, { title: "First & <b>best</b>" }),
    approve(1, alice, bob, { title: "First & <b>best</b>" }),
    submit(2, alice, bob, { title: "Pending" }),
    submit(3, bob, alice, { title: "Withdrawn" }),
    approve(3, bob, alice, { title: "Withdrawn" }),
    withdraw(3, bob),
  );
});

afterAll(() => fixture.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}${path}`, { headers });
const parse = (xml: string) =>
  new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, "text/xml");
const textsOf = (xml: string, element: string) =>
  [...parse(xml).getElementsByTagName(element)].map(({ textContent }) => textContent ?? "");

it.each(Object.keys(feedTypes))(
  "tells of what was approved, and of nothing else, as %s",
  async (format) => {
    for (const path of ["network", `profile/${bob.address}`]) {
      const response = await get(`/feeds/${path}.${format}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const text = await response.text();
      expect(text).toContain(`${fixture.service.origin}/endorsement/1`);
      expect(text).not.toMatch(/Pending|Withdrawn/);
    }
  },
);

it("leaves out what the profile's owner hid, and what somebody wrote whom a watcher suspended", async () => {
  await fixture.mine(
    submit(20, carol, alice, { title: "Hidden" }),
    approve(20, carol, alice, { title: "Hidden" }),
    submit(21, carol, alice, { title: "Kept" }),
    approve(21, carol, alice, { title: "Kept" }),
    printing(alice, { topic: "display-status", id: 20, shown: false, by: alice.address }),
  );
  const titles = async () =>
    textsOf(await (await get(`/feeds/profile/${alice.address}.atom`)).text(), "title").slice(1);
  expect(await titles()).toEqual(["Kept"]);
  await fixture.mine(suspend(carol));
  expect(await titles()).toEqual([]);
  expect(await (await get("/feeds/network.json")).text()).not.toContain("Kept");
  await fixture.mine(suspend(carol, { restored: true }));
  expect(await titles()).toEqual(["Kept"]);
});

it("names feed, entries and authors in Atom, and shows a title as text", async () => {
  const xml = await (await get(`/feeds/profile/${bob.address}.atom`)).text();
  expect(textsOf(xml, "title")).toEqual([
    "Endorsements of bob.btc",
    "First &amp; &lt;b&gt;best&lt;/b&gt;",
  ]);
  expect(textsOf(xml, "name")).toEqual(["alice.btc"]);
  const picture = `rel="enclosure" href="${fixture.service.origin}/social/1.jpeg" type="image/jpeg"/>`;
  expect(xml).toContain(picture);
});

it("names an author without an e-mail address in RSS, and in the list of JSON Feed 1.1", async () => {
  const rss = await (await get(`/feeds/profile/${bob.address}.rss`)).text();
  expect(textsOf(rss, "dc:creator")).toEqual(["alice.btc"]);
  expect(textsOf(rss, "author")).toEqual([]);
  expect(await (await get(`/feeds/profile/${bob.address}.json`)).json()).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    items: [{ authors: [{ name: "alice.btc" }] }],
  });
});

it("answers 304 until the chain changes", async () => {
  const path = "/feeds/network.json";
  const headers = { "if-none-match": (await get(path)).headers.get("etag") ?? "" };
  expect((await get(path, headers)).status).toBe(304);
  await fixture.mine(submit(40, carol, bob), approve(40, carol, bob));
  const text = await (await get(path, headers)).text();
  expect(text).toContain("/endorsement/40");
});

it("has none of somebody suspended, unknown or malformed", async () => {
  await fixture.mine(suspend(carol));
  for (const path of [`profile/${carol.address}`, "profile/x", "org/1", "org/0", "nothing"]) {
    expect([path, (await get(`/feeds/${path}.rss`)).status]).toEqual([path, 404]);
  }
  expect((await get("/feeds/network.xml")).status).toBe(404);
});

it("can be read whatever the words are", async () => {
  const { items } = await fixture.api("pageEndorsements", {
    query: { approved: "true", limit: 1 },
  });
  const [sample] = items;
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("]]>", "<!--", "<![CDATA[", "&#0;", "\u0000\uFFFE\uD800", "</entry><entry>"),
  );
  fc.assert(
    fc.property(hostile, hostile, fc.constantFrom("atom", "rss"), (title, words, format) => {
      const endorsement = endorsementSchema.parse({ ...sample, title, endorsement: words });
      const subject = { title, page: "/home", path: "/feeds/network", endorsements: [endorsement] };
      const kind: FeedFormat = format === "atom" ? "atom" : "rss";
      const xml = writeFeed(subject, kind, "https://colonnade.example");
      const entries = parse(xml).getElementsByTagName(kind === "atom" ? "entry" : "item");
      expect(entries).toHaveLength(1);
    }),
  );
});
