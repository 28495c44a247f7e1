import { type Move, printing, withProfile } from "./move.ts";
import { people } from "./people.ts";
import { wordsBy } from "./words.ts";
import { pick, type Words, type World, type WorldEndorsement } from "./world.ts";

export const submit: Move = (world, random) => {
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
  return printing(sender, {
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

export const edit: Move = (world, random) => {
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
  return printing(editor, {
    topic: "edit-endorsement",
    id: known.id,
    revision,
    editor: editor.address,
    ...words,
    date: 1,
    accepted,
  });
};

export const decide: Move = (world, random) => {
  const known = pick(pendingOf(world), random);
  const receiver = people.find(({ address }) => address === known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  const parties = { sender: known.sender, receiver: known.receiver };
  if (random(4) === 0) {
    world.endorsements.set(known.id, { ...known, status: "rejected" });
    return printing(receiver, {
      topic: "burn-endorsement",
      id: known.id,
      revision: known.revision,
      ...parties,
    });
  }
  if (known.draft?.accepted === false) return null;
  const words = known.draft === null ? known.words : wordsOf(known.draft);
  world.endorsements.set(known.id, { ...known, words, draft: null, status: "approved" });
  return printing(receiver, {
    topic: "approve-endorsement",
    id: known.id,
    revision: known.revision,
    ...parties,
    ...words,
  });
};

export const display: Move = (world, random) => {
  const approved = [...world.endorsements.values()].filter(({ status }) => status === "approved");
  const known = pick(approved, random);
  const receiver = people.find(({ address }) => address === known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  const shown = random(2) === 0;
  world.endorsements.set(known.id, { ...known, shown });
  return printing(receiver, { topic: "display-status", id: known.id, shown });
};

function pendingOf(world: World): WorldEndorsement[] {
  return [...world.endorsements.values()].filter(({ status }) => status === "pending");
}

function wordsOf({ title, description, image: address }: Words): Words {
  return { title, description, image: address };
}
