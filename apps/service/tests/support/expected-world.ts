import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { expect } from "vitest";
import { expectedOf, isHeld, isServed, servedSuggestion, shownOf } from "./expected-endorsement.ts";
import { owner, people, watcher } from "./people.ts";
import { endorsementsIn, representativesOf, type World, type WorldEndorsement } from "./world.ts";

/** Expects the service's answers to follow from the contract's rules. */
export async function expectWorld(origin: string, world: World): Promise<void> {
  const api = createClient({ origin });
  await expectEndorsements(api, world);
  await expectProfiles(api, world);
  await expectOrganizations(api, world);
  await expectSearches(api, world);
  for (const { address } of [owner, watcher, ...people]) {
    const events = await api("getEvents", { query: { principal: address } });
    const places = events.map(({ date, cursor }) => `${date} ${cursor}`);
    expect(places).toEqual([...places].sort().reverse());
  }
}

/** Newest first. */
function withStatus(world: World, wanted: WorldEndorsement["status"]): WorldEndorsement[] {
  return endorsementsIn(world, wanted).sort((a, b) => b.id - a.id);
}

/** Those that wait for a decision. What a suspended person left waiting is in no list. */
function waitingIn(world: World): WorldEndorsement[] {
  return withStatus(world, "pending").filter((each) => !isHeld(each, world));
}

/** Those that lists show unless they are asked for others. */
function listedIn(world: World): WorldEndorsement[] {
  const listed = [...waitingIn(world), ...withStatus(world, "approved")];
  return listed.sort((a, b) => b.id - a.id);
}

function withdrawnIn(world: World): WorldEndorsement[] {
  return withStatus(world, "withdrawn").filter(({ withdrawn }) => withdrawn !== null);
}

async function expectEndorsements(api: Client, world: World): Promise<void> {
  const listed = listedIn(world);
  const shown = await api("listEndorsements");
  expect(shown.map(shownOf)).toEqual(listed.map((each) => expectedOf(each, world)));
  for (const endorsement of world.endorsements.values()) {
    await expectById(api, endorsement, world);
  }
}

/** Expects what is served by an id: what is over is not found. */
async function expectById(api: Client, endorsement: WorldEndorsement, world: World): Promise<void> {
  const asked = api("getEndorsement", { query: { id: endorsement.id } });
  if (!isServed(endorsement)) return expect(asked).rejects.toMatchObject({ status: 404 });
  expect(shownOf(await asked)).toEqual(expectedOf(endorsement, world));
}

async function expectProfiles(api: Client, world: World): Promise<void> {
  const approved = withStatus(world, "approved");
  const profiles = await api("listProfiles");
  const expected = [...world.profiles].map(([address, { name, statement, image }]) => ({
    address,
    bns_name: name,
    statement,
    profileImageUrl: image,
    earned: approved.filter(({ receiver, shown }) => receiver === address && shown).length,
    issued: approved.filter(({ sender }) => sender === address).length,
  }));
  expect(profiles).toMatchObject(expected.sort((a, b) => (a.bns_name < b.bns_name ? -1 : 1)));
  expect(profiles).toHaveLength(expected.length);
  for (const { address } of profiles) await expectProfile(api, address, world);
}

async function expectProfile(api: Client, address: string, world: World): Promise<void> {
  const profile = await api("getProfile", { query: { principal: address } });
  const waiting = waitingIn(world).filter(({ receiver }) => receiver === address);
  const earned = withStatus(world, "approved").filter(({ receiver }) => receiver === address);
  const suggested = waitingIn(world).filter(
    (each) => each.sender === address && servedSuggestion(each, world) !== null,
  );
  const withdrawn = withdrawnIn(world).filter(({ receiver }) => receiver === address);
  const organizations = [...world.organizations.values()].filter(
    (organization) => organization.open && representativesOf(organization).includes(address),
  );
  expect({
    pending: profile.pendingApprovals,
    suggestions: profile.openSuggestions,
    earned: profile.columnMilestones.map(({ id }) => id),
    withdrawn: profile.withdrawnMilestones.map(({ id }) => id),
    sent: profile.sentMilestones.map(({ id }) => id),
    organizations: profile.organization.map(({ id }) => id),
  }).toEqual({
    pending: waiting.length,
    suggestions: suggested.length,
    earned: idsOf([...earned.slice(0, 100), ...waiting.slice(0, 100)]),
    withdrawn: idsOf(withdrawn).slice(0, 100),
    sent: idsOf(listedIn(world).filter(({ sender }) => sender === address)).slice(0, 100),
    organizations: idsOf(organizations),
  });
}

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);

async function expectOrganizations(api: Client, world: World): Promise<void> {
  const listed = await api("listOrganizations");
  expect(idsOf(listed).toSorted((a, b) => a - b)).toEqual([...world.organizations.keys()]);
  for (const organization of world.organizations.values()) {
    const { id, name, admin, open, invited, proposedAdmin, replacement } = organization;
    const issued = listedIn(world).filter(({ org }) => org?.id === id);
    const found = await api("getOrganization", { query: { id } });
    expect({
      ...found,
      columnRepresentatives: found.columnRepresentatives.map(({ address }) => address),
      columnInvited: found.columnInvited.map(({ address }) => address),
      columnProposedAdmin: found.columnProposedAdmin?.address,
      replacement: found.replacement?.columnAdmin.address,
      milestones: idsOf(found.milestones),
    }).toMatchObject({
      name,
      admin,
      open,
      issued: issued.filter(({ status }) => status === "approved").length,
      representatives: representativesOf(organization),
      columnRepresentatives: representativesOf(organization),
      columnInvited: invited,
      columnProposedAdmin: proposedAdmin ?? undefined,
      replacement: replacement ?? undefined,
      milestones: idsOf(issued).slice(0, 100),
    });
  }
}

async function expectSearches(api: Client, world: World): Promise<void> {
  for (const { name } of people.slice(0, 2)) {
    const page = await api("pageEndorsements", { query: { limit: 100, search: `${name}.BTC` } });
    const names = (address: string) => world.profiles.get(address)?.name === name;
    const named = listedIn(world).filter(
      ({ sender, receiver }) => names(sender) || names(receiver),
    );
    expect(idsOf(page.items)).toEqual(idsOf(named).slice(0, 100));
  }
}
