import { type Move, printing, withProfile } from "./move.ts";
import { people, watcher } from "./people.ts";
import { image, texts } from "./words.ts";
import { pick } from "./world.ts";

export const register: Move = (world, random) => {
  const person = pick(people, random);
  if (person === undefined || world.profiles.has(person.address)) return null;
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
  return random(2) === 0 || !world.isWatched
    ? printing(person, { topic: "remove-profile", principal: person.address, reason: "owner" })
    : printing(watcher, {
        topic: "watcher-remove-profile",
        principal: person.address,
        watcher: watcher.address,
      });
};

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
