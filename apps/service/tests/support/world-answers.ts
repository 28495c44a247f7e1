import { categoryOf } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { expect } from "vitest";
import { owner, people, watcher } from "./people.ts";
import type { World } from "./world.ts";

/** Expects the answers of a service to be what the contract's rules lead to. */
export async function expectWorld(origin: string, world: World): Promise<void> {
  const api = createClient({ origin });
  const all = [...world.endorsements.values()];
  const standing = all.filter(({ status }) => status !== "rejected").sort((a, b) => b.id - a.id);
  const approved = standing.filter(({ status }) => status === "approved");

  const endorsements = await api("listEndorsements");
  expect(
    endorsements.map((endorsement) => ({
      id: endorsement.id,
      approved: endorsement.approved,
      shown: endorsement.shown,
      words: [endorsement.title, endorsement.endorsement, endorsement.milestoneURI],
      draft: endorsement.draft && [
        endorsement.draft.title,
        endorsement.draft.endorsement,
        endorsement.draft.milestoneURI,
        endorsement.draft.accepted,
      ],
      category: endorsement.category,
      revision: endorsement.revision,
      organization: endorsement.organization?.name,
      sender: [endorsement.column_sender.address, endorsement.column_sender.bns_name],
      receiver: [endorsement.column_receiver.address, endorsement.column_receiver.bns_name],
    })),
  ).toEqual(
    standing.map(({ id, status, shown, words, draft, revision, org, sender, receiver }) => ({
      id,
      approved: status === "approved",
      shown,
      words: [words.title, words.description, words.image],
      draft:
        draft === null ? undefined : [draft.title, draft.description, draft.image, draft.accepted],
      category: categoryOf(draft?.image ?? words.image).name,
      revision,
      organization: org?.name,
      sender: [sender, world.profiles.get(sender)?.name ?? ""],
      receiver: [receiver, world.profiles.get(receiver)?.name ?? ""],
    })),
  );

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
  for (const { address } of profiles) {
    const profile = await api("getProfile", { query: { principal: address } });
    const pending = standing.filter(
      ({ status, receiver }) => status === "pending" && receiver === address,
    );
    expect(profile.pendingApprovals).toBe(pending.length);
  }

  const organizations = await api("listOrganizations");
  const byId = organizations.toSorted((a, b) => a.id - b.id);
  expect(
    byId.map(({ id, name, admin, representatives, issued }) => ({
      id,
      name,
      admin,
      representatives,
      issued,
    })),
  ).toEqual(
    [...world.organizations.values()].map((organization) => ({
      ...organization,
      issued: approved.filter(({ org }) => org?.id === organization.id).length,
    })),
  );

  for (const { name } of people.slice(0, 2)) {
    const page = await api("pageEndorsements", { query: { limit: 100, search: `${name}.BTC` } });
    const names = (address: string) => world.profiles.get(address)?.name === name;
    expect(page.items.map(({ id }) => id)).toEqual(
      standing
        .filter(({ sender, receiver }) => names(sender) || names(receiver))
        .map(({ id }) => id)
        .slice(0, 100),
    );
  }

  for (const { address } of [owner, watcher, ...people]) {
    const events = await api("getEvents", { query: { principal: address } });
    const places = events.map(({ date, cursor }) => `${date} ${cursor}`);
    expect(places).toEqual([...places].sort().reverse());
  }
}
