import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import type { ProfileEvent } from "@colonnade/domain/event.ts";
import { type CallInput, type Client, createClient } from "@colonnade/domain/http/client.ts";
import { expect } from "vitest";
import { z } from "zod";
import {
  expectedOf,
  isEarned,
  isHeld,
  isServed,
  servedReason,
  shownOf,
} from "./expected-endorsement.ts";
import { owner, people, watcher } from "./people.ts";
import { pick, type Random, standingWordsOf, type World, type WorldEndorsement } from "./world.ts";

type Check = (api: Client, world: World, origin: string) => Promise<void>;

const checks: readonly Check[] = [
  ...[readById, readLists, readProfiles, readOrganizations, readPages].map(
    (read): Check =>
      async (api, world, origin) =>
        expectAsInWorld(await read(api, world, origin), world),
  ),
  expectTokens,
  expectEvents,
];

/**
 * Expects every public answer to show each endorsement as it stands in the world: its words under the names of the
 * sender and the organization that signed them, and a suggestion under its receiver's.
 */
export async function expectAuthors(origin: string, world: World): Promise<void> {
  for (const check of checks) await check(createClient({ origin }), world, origin);
}

/** Expects this of the answers of one kind, to save time. */
export async function expectSomeAuthors(
  origin: string,
  world: World,
  random: Random,
): Promise<void> {
  await pick(checks, random)?.(createClient({ origin }), world, origin);
}

function expectAsInWorld(answers: unknown[], world: World): void {
  const endorsements = everyEndorsementIn(answers);
  const expected = endorsements.map(({ id }) => {
    const known = world.endorsements.get(id);
    return known !== undefined && isServed(known) ? expectedOf(known, world) : null;
  });
  expect(endorsements.map(shownOf)).toEqual(expected);
}

/** Asks for one after the other: a client may not ask for many at once. */
async function inTurn<Item>(
  items: Iterable<Item>,
  ask: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}

/** Every endorsement in an answer. */
function everyEndorsementIn(answer: unknown): Endorsement[] {
  if (typeof answer !== "object" || answer === null) return [];
  if ("column_sender" in answer) return [endorsementSchema.parse(answer)];
  return Object.values(answer).flatMap(everyEndorsementIn);
}

function readById(api: Client, world: World): Promise<unknown[]> {
  const served = [...world.endorsements.values()].filter(isServed);
  return inTurn(served, ({ id }) => api("getEndorsement", { query: { id } }));
}

type Filter = Omit<CallInput<"pageEndorsements">["query"], "limit">;

/** The filters of every list of endorsements. */
function filtersIn(world: World): Filter[] {
  return [
    { approved: "true" },
    { suggested: "true" },
    { withdrawn: "true" },
    ...people.flatMap(({ address, name }): Filter[] => [
      { search: name },
      { sender: address },
      { receiver: address },
      { receiver: address, approved: "false", requests: "true" },
      { receiver: address, approved: "false", requests: "false" },
    ]),
    ...[...world.organizations.keys()].map((org) => ({ org })),
  ];
}

async function readLists(api: Client, world: World): Promise<unknown[]> {
  const pages = await inTurn(filtersIn(world), (filter) =>
    api("pageEndorsements", { query: { limit: 100, ...filter } }),
  );
  return [await api("listEndorsements"), ...pages];
}

function readProfiles(api: Client, { profiles }: World): Promise<unknown[]> {
  return inTurn(profiles.keys(), (principal) => api("getProfile", { query: { principal } }));
}

function readOrganizations(api: Client, { organizations }: World): Promise<unknown[]> {
  return inTurn(organizations.keys(), (id) => api("getOrganization", { query: { id } }));
}

/** What the pages of the feed, of people and of organizations are rendered from. */
function readPages(
  _api: Client,
  { profiles, organizations }: World,
  origin: string,
): Promise<unknown[]> {
  const paths = [
    "/home",
    ...[...profiles.keys()].map((address) => `/profile/${address}`),
    ...[...organizations.keys()].map((id) => `/org/${id}`),
  ];
  return inTurn(paths, async (path) => {
    const response = await fetch(`${origin}${path}`, { headers: { accept: "text/html" } });
    const carried = /id="answers">([^<]*)</.exec(await response.text())?.[1];
    expect(carried, path).toBeDefined();
    return z.object({ answers: z.array(z.unknown()) }).parse(JSON.parse(carried ?? "")).answers;
  });
}

async function expectTokens(api: Client, world: World): Promise<void> {
  for (const endorsement of world.endorsements.values()) await expectToken(api, endorsement, world);
}

/** Expects an earned endorsement's token to name who signed its words, and any other to have none. */
async function expectToken(api: Client, known: WorldEndorsement, world: World): Promise<void> {
  const { id, words, sender, org, withdrawn } = known;
  const asked = api("getTokenMetadata", { params: { id } });
  if (!isEarned(known)) return expect(asked).rejects.toMatchObject({ status: 404 });
  const { name, description, attributes = [], properties = {} } = await asked;
  const attribute = (wanted: string) =>
    attributes.find(({ trait_type }) => trait_type === wanted)?.value;
  const profile = world.profiles.get(sender);
  expect({
    words: [name, description],
    sender: [properties.sender, attribute("Issued by"), properties.senderSuspended],
    organization: attribute("Organization"),
    withdrawn: properties.withdrawn,
  }).toEqual({
    words: [words.title, words.description],
    sender: [
      sender,
      profile === undefined ? sender : `${profile.name}.btc`,
      world.suspended.has(sender) || undefined,
    ],
    organization: org?.name,
    withdrawn:
      withdrawn === null
        ? undefined
        : expect.objectContaining({ by: withdrawn.by, reason: servedReason(withdrawn, world) }),
  });
}

async function expectEvents(api: Client, world: World): Promise<void> {
  for (const { address } of [owner, watcher, ...people]) {
    const events = await api("getEvents", { query: { principal: address } });
    expect(events.map(namedIn)).toEqual(events.map((event) => expectedNames(event, world)));
  }
}

/** The title and the names beside it in an event. Of a submission, also who did what to whom. */
function namedIn({ event, status, metaData }: ProfileEvent) {
  const { title, organization, actor, recipient } = metaData;
  const isSubmission = event === "SUBMIT_ENDORSEMENT" && status === "SUCCESS";
  const parties = isSubmission ? [actor?.address, recipient?.address] : undefined;
  return { title, organization: organization?.name, parties };
}

function expectedNames(
  { event, status, metaData }: ProfileEvent,
  world: World,
): ReturnType<typeof namedIn> {
  const { endorsementId = 0, organizationId } = metaData;
  const known = world.endorsements.get(endorsementId);
  const isShown = known !== undefined && isServed(known) && !isHeld(known, world);
  const isSubmission = event === "SUBMIT_ENDORSEMENT" && status === "SUCCESS";
  return {
    title: isShown ? standingWordsOf(known).title : undefined,
    organization: world.organizations.get(organizationId ?? known?.org?.id ?? 0)?.name,
    parties: isSubmission ? [known?.sender, known?.receiver] : undefined,
  };
}
