import { categories } from "@colonnade/domain/category.ts";
import type { ContractEvent } from "@colonnade/domain/contract-event.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import type { Action } from "./blocks.ts";
import { owner, type Person, people, watcher } from "./people.ts";
import { pick, type Random, type Words, type World, type WorldEndorsement } from "./world.ts";

const texts = [
  "Reads code like a score",
  "\u0000nul \u0000 in the middle",
  "\u202Ereversed\u202C and \u200Bzero width",
  '<script>alert("&amp;")</script>',
  "astral 😀𝔘𝔫𝔦 and back\\slash \"quotes\" 'single'",
  "line\nbreak\ttab %_ wildcard",
];

const image = (random: Random) => {
  const category = categories[random(categories.length + 1)];
  return category?.imageAddress ?? "https://example.com/own.png";
};

/** Who may have an organization. */
export const applicants = people.slice(0, 3);

const wordsBy = (random: Random): Words => ({
  title: pick(texts, random) ?? "",
  description: pick(texts, random) ?? "",
  image: image(random),
});

/** Makes up something that somebody may do, does it in the world, and answers the transaction. */
export function act(world: World, random: Random): Action {
  for (;;) {
    const action = pick(moves, random)?.(world, random) ?? null;
    if (action !== null) return action;
  }
}

type Move = (world: World, random: Random) => Action | null;

const register: Move = (world, random) => {
  const person = pick(people, random);
  if (person === undefined || world.profiles.has(person.address)) return null;
  const free = [person.name, `${person.name}-two`];
  const name = pick(free, random) ?? person.name;
  const statement = random(3) === 0 ? null : (pick(texts, random) ?? null);
  const profile = { name, statement, image: image(random) };
  world.profiles.set(person.address, profile);
  return act1(person, {
    topic: "register-profile",
    principal: person.address,
    bns: "btc",
    "bns-name": name,
    statement,
    image: profile.image,
  });
};

const remove: Move = (world, random) => {
  const person = pick(withProfile(world), random);
  if (person === undefined) return null;
  world.profiles.delete(person.address);
  return random(2) === 0 || !world.isWatched
    ? act1(person, { topic: "remove-profile", principal: person.address, reason: "owner" })
    : act1(watcher, {
        topic: "watcher-remove-profile",
        principal: person.address,
        watcher: watcher.address,
      });
};

const restate: Move = (world, random) => {
  const person = pick(withProfile(world), random);
  const profile = person && world.profiles.get(person.address);
  if (person === undefined || profile === undefined) return null;
  if (random(2) === 0) {
    const statement = pick(texts, random) ?? "";
    world.profiles.set(person.address, { ...profile, statement });
    return act1(person, { topic: "update-statement", principal: person.address, statement });
  }
  const next = image(random);
  world.profiles.set(person.address, { ...profile, image: next });
  return act1(person, {
    topic: "update-profile-image-url",
    principal: person.address,
    image: next,
  });
};

/** The owner trusts a watcher, or no longer. */
export function watch(world: World): Action {
  world.isWatched = !world.isWatched;
  return act1(owner, {
    topic: world.isWatched ? "add-watcher" : "remove-watcher",
    watcher: watcher.address,
  });
}

// Nobody reviews anything while there is no watcher.
const watchOften: Move = (world, random) =>
  world.isWatched && random(8) > 0 ? null : watch(world);

const organize: Move = (world, random) => {
  const admin = pick(applicants, random);
  if (!world.isWatched || admin === undefined || world.organizations.size > 9) return null;
  const id = world.organizations.size + 1;
  const name = `${pick(texts, random)?.slice(0, 40)} ${id}-${random(1000)}`;
  const representatives = people.slice(random(3), 2 + random(4)).map(({ address }) => address);
  world.organizations.set(id, { id, name, admin: admin.address, representatives });
  const action = act1(watcher, {
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

const represent: Move = (world, random) => {
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
  return act1(admin, {
    topic: isMember ? "remove-representative" : "add-representative",
    id: organization.id,
    representative: person.address,
  });
};

const submit: Move = (world, random) => {
  const sender = pick(withProfile(world), random);
  const receiver = pick(withProfile(world), random);
  if (sender === undefined || receiver === undefined || sender === receiver) return null;
  const own = [...world.organizations.values()].filter(({ representatives }) =>
    representatives.includes(sender.address),
  );
  const organization = random(2) === 0 ? pick(own, random) : undefined;
  const org = organization === undefined ? null : { id: organization.id, name: organization.name };
  const id = world.endorsements.size + 1;
  const words = wordsBy(random);
  world.endorsements.set(id, {
    id,
    sender: sender.address,
    receiver: receiver.address,
    words,
    draft: null,
    revision: 1,
    org,
    status: "pending",
    shown: true,
  });
  return act1(sender, {
    topic: "submit-endorsement",
    id,
    revision: 1,
    sender: sender.address,
    receiver: receiver.address,
    ...words,
    "block-height": 1,
    org,
  });
};

const edit: Move = (world, random) => {
  const known = pick(pendingOf(world), random);
  if (known === undefined) return null;
  const accepted = random(2) === 0;
  const editor = people.find(
    ({ address }) => address === (accepted ? known.sender : known.receiver),
  );
  if (editor === undefined) return null;
  const words = wordsBy(random);
  const settled = known.draft?.accepted === true ? wordsOf(known.draft) : known.words;
  const revision = known.revision + 1;
  world.endorsements.set(known.id, {
    ...known,
    words: settled,
    draft: { ...words, accepted },
    revision,
  });
  return act1(editor, {
    topic: "edit-endorsement",
    id: known.id,
    revision,
    editor: editor.address,
    ...words,
    date: 1,
    accepted,
  });
};

const decide: Move = (world, random) => {
  const known = pick(pendingOf(world), random);
  const receiver = people.find(({ address }) => address === known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  const parties = { sender: known.sender, receiver: known.receiver };
  if (random(4) === 0) {
    world.endorsements.set(known.id, { ...known, status: "rejected" });
    return act1(receiver, {
      topic: "burn-endorsement",
      id: known.id,
      revision: known.revision,
      ...parties,
    });
  }
  if (known.draft?.accepted === false) return null;
  const words = known.draft === null ? known.words : wordsOf(known.draft);
  world.endorsements.set(known.id, { ...known, words, draft: null, status: "approved" });
  return act1(receiver, {
    topic: "approve-endorsement",
    id: known.id,
    revision: known.revision,
    ...parties,
    ...words,
  });
};

const display: Move = (world, random) => {
  const approved = [...world.endorsements.values()].filter(({ status }) => status === "approved");
  const known = pick(approved, random);
  const receiver = people.find(({ address }) => address === known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  const shown = random(2) === 0;
  world.endorsements.set(known.id, { ...known, shown });
  return act1(receiver, { topic: "display-status", id: known.id, shown });
};

const fail: Move = (_world, random) => {
  const sender = pick(people, random);
  const admin = pick(applicants, random);
  if (sender === undefined || admin === undefined) return null;
  const status = random(2) === 0 ? "abort_by_response" : "abort_by_post_condition";
  if (random(2) === 0) return { sender, functionName: "approve-endorsement", status };
  const functionArguments = admissionOf(admin);
  return { sender: watcher, functionName: "watcher-new-organization", status, functionArguments };
};

const moves: Move[] = [
  register,
  register,
  register,
  remove,
  restate,
  watchOften,
  watchOften,
  organize,
  organize,
  organize,
  represent,
  submit,
  submit,
  submit,
  submit,
  edit,
  edit,
  decide,
  decide,
  display,
  fail,
  fail,
];

function act1(sender: Person, event: ContractEvent): Action {
  return { sender, functionName: event.topic, events: [event] };
}

function withProfile(world: World): Person[] {
  return people.filter(({ address }) => world.profiles.has(address));
}

function pendingOf(world: World): WorldEndorsement[] {
  return [...world.endorsements.values()].filter(({ status }) => status === "pending");
}

function wordsOf({ title, description, image: address }: Words): Words {
  return { title, description, image: address };
}
