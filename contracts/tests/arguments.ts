import { Cl, type ClarityValue } from "@stacks/transactions";

/** The title, text and image of an endorsement. */
export type Words = { title: string; description: string; image: string };

export const WORDS: Words = {
  title: "Builder of arches",
  description: "She set every stone by hand. \u{1f3db}",
  image: "ipfs://arch",
};

export const OTHER_WORDS: Words = {
  title: "Builder of vaults",
  description: "Every stone, and the centring too.",
  image: "ipfs://vault",
};

/** Arguments of register-profile for `{label}.btc`. */
export function registration(label: string, statement?: string, image = `ipfs://${label}`) {
  return [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8(label),
    statement === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(statement)),
    Cl.stringAscii(image),
  ];
}

/** Arguments of watcher-new-organization. Fields that are not given are derived from the name. */
export function organization(
  admin: string,
  name: string,
  invited: string[] = [],
  {
    logo = `ipfs://${name}`,
    description = `What ${name} does`,
    website = `https://${name}.test`,
  } = {},
) {
  return [
    Cl.principal(admin),
    Cl.stringUtf8(name),
    Cl.stringAscii(logo),
    Cl.stringUtf8(description),
    Cl.stringUtf8(website),
    Cl.list(invited.map((representative) => Cl.principal(representative))),
  ];
}

/** Arguments of submit-endorsement. */
export function submission(
  sender: string,
  receiver: string,
  { words = WORDS, height = 1, org }: { words?: Words; height?: number; org?: string } = {},
) {
  return [
    Cl.principal(sender),
    Cl.principal(receiver),
    Cl.stringUtf8(words.title),
    Cl.uint(height),
    Cl.stringUtf8(words.description),
    Cl.stringAscii(words.image),
    org === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(org)),
  ];
}

/** Arguments of edit-endorsement. */
export function edit(id: number, words: Words, date = 1) {
  return [
    Cl.uint(id),
    Cl.stringUtf8(words.title),
    Cl.uint(date),
    Cl.stringUtf8(words.description),
    Cl.stringAscii(words.image),
  ];
}

/** Words as Clarity values, as in prints and results. */
export function wordFields({ title, description, image }: Words) {
  return {
    title: Cl.stringUtf8(title),
    description: Cl.stringUtf8(description),
    image: Cl.stringAscii(image),
  };
}

/** What a write prints: its topic and its fields. */
export function print(topic: string, fields: Record<string, ClarityValue>): ClarityValue {
  return Cl.tuple({ topic: Cl.stringAscii(topic), ...fields });
}

export const err = (code: number) => Cl.error(Cl.uint(code));
export const OK = Cl.ok(Cl.bool(true));
