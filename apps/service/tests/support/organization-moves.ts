import { Cl, serializeCV } from "@stacks/transactions";
import type { Action } from "./blocks.ts";
import type { Call } from "./mempool.ts";
import { type Move, personAt, printing } from "./move.ts";
import { owner, type Person, people, watcher } from "./people.ts";
import { image, texts } from "./words.ts";
import { pick, type Random, type World, type WorldOrganization } from "./world.ts";

/** People who may get an organization. */
export const applicants = people.slice(0, 3);

/** The owner adds or removes a watcher. */
export function watch(world: World): Action {
  world.isWatched = !world.isWatched;
  return printing(owner, {
    topic: world.isWatched ? "add-watcher" : "remove-watcher",
    watcher: watcher.address,
    by: owner.address,
  });
}

// Without a watcher there is no review.
export const watchOften: Move = (world, random) =>
  world.isWatched && random(8) > 0 ? null : watch(world);

/** The website of an organization that was made for a person. It tells whose it was at first. */
export const websiteOf = (admin: Person) => `https://example.com/${admin.name}`;

export const organize: Move = (world, random) => {
  const admin = pick(applicants, random);
  if (!world.isWatched || admin === undefined || world.organizations.size > 9) return null;
  const id = world.organizations.size + 1;
  const name = `${pick(texts, random)?.slice(0, 40)} ${id}-${random(1000)}`;
  const invited = people
    .slice(random(3), 2 + random(4))
    .map(({ address }) => address)
    .filter((address) => address !== admin.address)
    .filter((address) => !world.blocked.has(`${address} ${admin.address}`));
  world.organizations.set(id, {
    id,
    name,
    admin: admin.address,
    open: true,
    members: [],
    invited,
    proposedAdmin: null,
    replacement: null,
  });
  const action = printing(watcher, {
    topic: "watcher-new-organization",
    id,
    admin: admin.address,
    name,
    logo: image(random),
    description: pick(texts, random) ?? "",
    website: websiteOf(admin),
    invited,
    watcher: watcher.address,
  });
  return { ...action, functionArguments: admissionOf(admin) };
};

/** The first argument of `watcher-new-organization`: the admin. */
export const admissionOf = (admin: Person) => [serializeCV(Cl.principal(admin.address))];

/** Whether a call creates this person's organization. */
export function isFor({ functionArguments }: Call, admin: Person): boolean {
  return String(functionArguments) === String(admissionOf(admin));
}

/** The admin invites somebody, removes a member, or takes an invitation back. */
export const represent: Move = (world, random) => {
  const organization = someOrganization(world, random);
  const admin = personAt(organization?.admin);
  const person = pick(people, random);
  if (organization === undefined || admin === undefined || person === undefined) return null;
  const representative = person.address;
  if (representative === admin.address) return null;
  const { id, members, invited } = organization;
  if (world.suspended.has(admin.address)) return null;
  if ([...members, ...invited].includes(representative)) {
    world.organizations.set(id, without(organization, representative));
    return printing(admin, {
      topic: "remove-representative",
      id,
      representative,
      by: admin.address,
    });
  }
  if (!organization.open || hasBlocked(world, representative, organization)) return null;
  world.organizations.set(id, { ...organization, invited: [...invited, representative] });
  return printing(admin, { topic: "add-representative", id, representative, by: admin.address });
};

/** Somebody who is invited accepts or declines, or a member resigns. */
export const answer: Move = (world, random) => {
  const organization = someOrganization(world, random);
  if (organization === undefined) return null;
  const { id, members, invited } = organization;
  const person = personAt(pick([...invited, ...invited, ...members], random));
  if (person === undefined) return null;
  const representative = person.address;
  const unseated = without(organization, representative);
  if (members.includes(representative)) {
    world.organizations.set(id, unseated);
    return printing(person, { topic: "resign-representation", id, representative });
  }
  const mayAccept = organization.open && !world.suspended.has(representative);
  if (!mayAccept || random(3) === 0) {
    world.organizations.set(id, unseated);
    return printing(person, { topic: "decline-representation", id, representative });
  }
  world.organizations.set(id, { ...unseated, members: [...members, representative] });
  return printing(person, { topic: "accept-representation", id, representative });
};

/** The admin or the watcher proposes the next admin, or takes the proposal back. */
export const propose: Move = (world, random) => {
  const organization = someOrganization(world, random);
  const admin = personAt(organization?.admin);
  const next = pick(people, random)?.address;
  if (organization === undefined || admin === undefined || next === undefined) return null;
  const { id } = organization;
  const proposed = next === admin.address ? null : next;
  if (random(2) === 0) {
    if (!world.isWatched) return null;
    world.organizations.set(id, { ...organization, replacement: proposed });
    const from = 2016;
    const topic = "watcher-replace-admin";
    return printing(watcher, { topic, id, admin: next, from, watcher: watcher.address });
  }
  if (world.suspended.has(admin.address)) return null;
  if (proposed !== null && hasBlocked(world, proposed, organization)) return null;
  world.organizations.set(id, { ...organization, proposedAdmin: proposed });
  return printing(admin, { topic: "propose-admin", id, admin: next, by: admin.address });
};

/** A proposed admin accepts or declines, or the admin refuses the watcher's. */
export const succeed: Move = (world, random) => {
  const organization = someOrganization(world, random);
  if (organization === undefined) return null;
  const { id, admin, proposedAdmin, replacement } = organization;
  const former = personAt(admin);
  const isRefused = replacement !== null && random(3) === 0;
  if (isRefused && former !== undefined && !world.suspended.has(admin)) {
    world.organizations.set(id, { ...organization, replacement: null });
    return printing(former, { topic: "refuse-replacement", id, admin: replacement, by: admin });
  }
  const next = personAt(proposedAdmin ?? replacement);
  if (next === undefined) return null;
  if (world.suspended.has(next.address) || random(3) === 0) {
    world.organizations.set(id, {
      ...organization,
      proposedAdmin: proposedAdmin === next.address ? null : proposedAdmin,
      replacement: replacement === next.address ? null : replacement,
    });
    return printing(next, { topic: "decline-admin", id, admin: next.address });
  }
  world.organizations.set(id, {
    ...without(organization, next.address),
    admin: next.address,
    proposedAdmin: null,
    replacement: null,
  });
  return printing(next, { topic: "accept-admin", id, admin: next.address, former: admin });
};

/** The admin or the watcher closes an organization. */
export const close: Move = (world, random) => {
  const organization = someOrganization(world, random);
  if (organization === undefined || !organization.open || random(3) > 0) return null;
  const by = world.isWatched && random(2) === 0 ? watcher : personAt(organization.admin);
  if (by === undefined || (by !== watcher && world.suspended.has(by.address))) return null;
  world.organizations.set(organization.id, { ...organization, open: false });
  return printing(by, { topic: "close-organization", id: organization.id, by: by.address });
};

/** Whether somebody refuses invitations and proposals of an organization. */
function hasBlocked({ blocked }: World, person: string, { id, admin }: WorldOrganization): boolean {
  return blocked.has(`${person} ${id}`) || blocked.has(`${person} ${admin}`);
}

function someOrganization(world: World, random: Random): WorldOrganization | undefined {
  return pick([...world.organizations.values()], random);
}

/** The organization without a person among its members and invitations. */
function without(organization: WorldOrganization, person: string): WorldOrganization {
  const keep = (address: string) => address !== person;
  return {
    ...organization,
    members: organization.members.filter(keep),
    invited: organization.invited.filter(keep),
  };
}
