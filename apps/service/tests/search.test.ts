import { categories } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEndorsementPage } from "../http/reads/endorsements.ts";
import { readOrganizationPage } from "../http/reads/organizations.ts";
import { readProfilePage } from "../http/reads/profiles.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  register,
  reject,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { person, watcher } from "./support/people.ts";

const art = categories[0];
const people = ["anna", "ann", "Hannah", "zoë", "o_k%", "otto", "日本語の", "a"].map(person);
const names = ["Anna & Söhne", "100%_Guild", "The 日本 Guild", "😀 Otto"];
const organizations = names.map((name, place) => ({ id: place + 1, name }));
const COUNT = 40;

/** Texts that many, few or no names contain, of one letter and more. Some are hostile. */
const texts = fc.oneof(
  fc
    .constantFrom(...people.map(({ name }) => `${name}.btc`), ...names)
    .chain((name) =>
      fc
        .tuple(fc.nat(name.length - 1), fc.integer({ min: 1, max: 6 }))
        .map(([start, size]) => name.slice(start, start + size)),
    ),
  fc.constantFrom("", "zq", "nn", "A", "%", "_", "\\", "'", " ", "\u0000", "a\nb", "\ud83d", "😀"),
  fc.string({ maxLength: 3 }),
);
const limits = fc.integer({ min: 1, max: 5 });
/** Small windows, so that each step of a search finds rows. */
const windows = fc.integer({ min: 1, max: 30 });
const reaches = fc.record({ near: windows, people: fc.nat(4), dense: fc.nat(8), far: windows });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anybody = fc.constantFrom(...people.map(({ address }) => address));

const endorsementFilters = fc.record({
  sender: maybe(anybody),
  receiver: maybe(anybody),
  org: maybe(fc.integer({ min: 1, max: organizations.length })),
  category: maybe(fc.constantFrom(art.name, "N/A" as const)),
  approved: maybe(fc.constantFrom("true" as const, "false" as const)),
  before: maybe(fc.integer({ min: 1, max: COUNT + 2 })),
});

/** How the search normalizes texts and names: no line breaks, no U+0000, lower case. */
const plain = (text: string) =>
  text
    .replaceAll("\0", "")
    .replace(/[\r\n]+/g, " ")
    .toLowerCase();
const holds = (name: string, text: string) => plain(name).includes(plain(text).toWellFormed());

describe.each(databases)("Searching on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await fixture.mine(...people.map((one) => register(one)));
    await fixture.mine({
      sender: watcher,
      functionName: "watcher-new-organization",
      events: organizations.map(({ id, name }) => ({
        topic: "watcher-new-organization",
        id,
        admin: watcher.address,
        name,
        logo: "ipfs://bafkreilogo00000000",
        description: "Makers",
        website: "https://guild.example",
        invited: [],
        watcher: watcher.address,
      })),
    });
    const pairs = Array.from({ length: COUNT }, (_, place) => {
      const from = people[(place * place) % people.length];
      const to = people[(place * place + 1 + (place % 7)) % people.length];
      if (from === undefined || to === undefined) throw new Error("There is nobody");
      const words = place % 3 === 0 ? { image: art.imageAddress } : {};
      return { id: place + 1, from, to, words };
    });
    await fixture.mine(
      ...pairs.map(({ id, from, to, words }) =>
        submit(id, from, to, words, id % 5 === 0 ? (organizations[(id / 5) % 4] ?? null) : null),
      ),
    );
    await fixture.mine(
      ...pairs
        .filter(({ id }) => id % 2 === 0)
        .map(({ id, from, to, words }) => approve(id, from, to, words)),
    );
    const burnt = pairs.filter(({ id }) => id % 11 === 0 && id % 2 === 1);
    for (const { id, from, to } of burnt) {
      await fixture.mine(reject(id, from, to));
    }
    const [gone, other] = people;
    if (gone === undefined || other === undefined) throw new Error("There is nobody");
    await fixture.mine({
      sender: gone,
      functionName: "remove-profile",
      events: [{ topic: "remove-profile", principal: gone.address, reason: "owner" }],
    });
    await fixture.mine(register({ ...gone, name: "renamed" }));
  });

  afterAll(() => fixture.close());

  const namesOf = ({ column_sender, column_receiver, organization }: Endorsement) => [
    displayName(column_sender),
    displayName(column_receiver),
    organization?.name ?? "",
  ];

  it("pages through the same endorsements as a filter over all of them, newest first", async () => {
    const all = await fixture.api("listEndorsements");
    await fc.assert(
      fc.asyncProperty(
        ...[endorsementFilters, texts, limits, reaches],
        async (filter, search, limit, reach) => {
          const { sender, receiver, org, category, approved, before } = filter;
          const expected = all.filter(
            (one) =>
              (sender === undefined || one.column_sender.address === sender) &&
              (receiver === undefined || one.column_receiver.address === receiver) &&
              (org === undefined || one.organization?.id === org) &&
              (category === undefined || one.category === category) &&
              (approved === undefined || String(one.approved) === approved) &&
              (before === undefined || one.id < before) &&
              namesOf(one).some((name) => holds(name, search)),
          );
          const found: Endorsement[] = [];
          let place = before;
          do {
            const query = { ...filter, search, limit, before: place };
            const page = JSON.parse(await readEndorsementPage(fixture.database, query, reach));
            found.push(...page.items);
            place = page.next === null ? undefined : Number(page.next);
          } while (place !== undefined);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  /** Compares the pages of a list by name with a filter over the whole list. */
  const compare = (
    all: { key: string | number; name: string }[],
    readPage: typeof readProfilePage,
    keyOf: (item: { address: string; id: number }) => string | number,
  ) =>
    fc.assert(
      fc.asyncProperty(texts, limits, windows, async (search, limit, window) => {
        const found: (string | number)[] = [];
        let after: string | undefined;
        do {
          const filter = { search, limit, after };
          const page = JSON.parse(await readPage(fixture.database, filter, window));
          found.push(...page.items.map(keyOf));
          after = page.next ?? undefined;
        } while (after !== undefined);
        const expected = all.filter(({ name }) => holds(name, search)).map(({ key }) => key);
        expect(found).toEqual(expected);
      }),
      { numRuns: 200 },
    );

  it("pages through the same profiles as a filter over all of them, by name", async () => {
    const all = await fixture.api("listProfiles");
    const names = all.map((one) => ({ key: one.address, name: displayName(one) }));
    await compare(names, readProfilePage, ({ address }) => address);
  });

  it("pages through the same organizations as a filter over all of them, by name", async () => {
    const all = await fixture.api("listOrganizations");
    const names = all.map(({ id, name }) => ({ key: id, name }));
    await compare(names, readOrganizationPage, ({ id }) => id);
  });
});
