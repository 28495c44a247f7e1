import type { Action } from "./blocks.ts";
import { type Move, personAt, printing, withProfile } from "./move.ts";
import { type Person, people, watcher } from "./people.ts";
import { image, texts } from "./words.ts";
import { pick, type World } from "./world.ts";

export const register: Move = (world, random) => {
  const person = pick(people, random);
  if (person === undefined || world.profiles.has(person.address)) return null;
  if (world.suspended.has(person.address)) return null;
  const free = [person.name, `${person.name}-two`];
  const name = pick(free, random) ?? person.name;
  const statement = random(3) === 0 ? null : (pick(texts, random) ?? null);
  const profile = { name, statement, image: image(random) };
  world.profiles.set(person.address, profile);
  return printing(person, {
    topic: "register-profile",
    principal: person.address,
    bns: "btc",
    "bns-name": name,
    statement,
    image: profile.image,
  });
};

export const remove: Move = (world, random) => {
  const person = pick(withProfile(world), random);
  if (person === undefined) return null;
  world.profiles.delete(person.address);
  return printing(person, { topic: "remove-profile", principal: person.address, reason: "owner" });
};

/** The watcher suspends somebody, with a profile or without, or restores them. */
export const suspend: Move = (world, random) => suspendOrRestore(world, pick(people, random));

/** The watcher suspends somebody who gave a reason for a withdrawal: it is held back from then on. */
export const silence: Move = (world, random) => {
  const reasons = [...world.endorsements.values()].flatMap(({ withdrawn }) =>
    withdrawn === null || withdrawn.reason === null || world.suspended.has(withdrawn.by)
      ? []
      : [withdrawn],
  );
  return suspendOrRestore(world, personAt(pick(reasons, random)?.by));
};

function suspendOrRestore(world: World, person: Person | undefined): Action | null {
  if (person === undefined || !world.isWatched) return null;
  const principal = person.address;
  const wasSuspended = world.suspended.delete(principal);
  if (!wasSuspended) {
    world.suspended.add(principal);
    world.profiles.delete(principal);
  }
  const topic = wasSuspended ? "watcher-restore-profile" : "watcher-remove-profile";
  return printing(watcher, { topic, principal, watcher: watcher.address });
}

export const restate: Move = (world, random) => {
  const person = pick(withProfile(world), random);
  const profile = person && world.profiles.get(person.address);
  if (person === undefined || profile === undefined) return null;
  if (random(2) === 0) {
    const statement = pick(texts, random) ?? "";
    world.profiles.set(person.address, { ...profile, statement });
    return printing(person, { topic: "update-statement", principal: person.address, statement });
  }
  const next = image(random);
  world.profiles.set(person.address, { ...profile, image: next });
  return printing(person, {
    topic: "update-profile-image-url",
    principal: person.address,
    image: next,
  });
};
