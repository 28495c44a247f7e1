import { Cl, serializeCV } from "@stacks/transactions";
import type { Action } from "./blocks.ts";
import type { Call } from "./mempool.ts";
import { type Move, printing } from "./move.ts";
import { owner, type Person, people, watcher } from "./people.ts";
import { image, texts } from "./words.ts";
import { pick, type World } from "./world.ts";

/** Who may have an organization. */
export const applicants = people.slice(0, 3);

/** The owner trusts a watcher, or no longer. */
export function watch(world: World): Action {
  world.isWatched = !world.isWatched;
  return printing(owner, {
    topic: world.isWatched ? "add-watcher" : "remove-watcher",
    watcher: watcher.address,
  });
}

// Nobody reviews anything while there is no watcher.
export const watchOften: Move = (world, random) =>
  world.isWatched && random(8) > 0 ? null : watch(world);

export const organize: Move = (world, random) => {
  const admin = pick(applicants, random);
  if (!world.isWatched || admin === undefined || world.organizations.size > 9) return null;
  const id = world.organizations.size + 1;
  const name = `${pick(texts, random)?.slice(0, 40)} ${id}-${random(1000)}`;
  const representatives = people.slice(random(3), 2 + random(4)).map(({ address }) => address);
  world.organizations.set(id, { id, name, admin: admin.address, representatives });
  const action = printing(watcher, {
    topic: "watcher-new-organization",
    id,
    admin: admin.address,
    name,
    logo: image(random),
    description: pick(texts, random) ?? "",
    website: "https://example.com",
    representatives,
    watcher: watcher.address,
  });
  return { ...action, functionArguments: admissionOf(admin) };
};

/** The first argument of a call that makes somebody's organization, which says whose. */
export const admissionOf = (admin: Person) => [serializeCV(Cl.principal(admin.address))];

/** Whether a call makes somebody's organization. */
export function isFor({ functionArguments }: Call, admin: Person): boolean {
  return String(functionArguments) === String(admissionOf(admin));
}

export const represent: Move = (world, random) => {
  const organization = pick([...world.organizations.values()], random);
  const person = pick(people, random);
  if (organization === undefined || person === undefined) return null;
  const admin = people.find(({ address }) => address === organization.admin);
  if (admin === undefined) return null;
  const isMember = organization.representatives.includes(person.address);
  const representatives = isMember
    ? organization.representatives.filter((address) => address !== person.address)
    : [...organization.representatives, person.address];
  world.organizations.set(organization.id, { ...organization, representatives });
  return printing(admin, {
    topic: isMember ? "remove-representative" : "add-representative",
    id: organization.id,
    representative: person.address,
  });
};
