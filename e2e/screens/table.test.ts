import { readdirSync, readFileSync } from "node:fs";
import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";

const sourceOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

const files = readdirSync(new URL(".", import.meta.url)).filter(
  (name) => name.endsWith(".test.ts") && name !== "table.test.ts",
);
const sources = files.map((name) => sourceOf(name));
const tests = sources.flatMap((source) =>
  [...source.matchAll(/^test\(\s*"([^"]+)"(.*?)^\}\);$/gms)].map(([, title = "", body = ""]) => ({
    title,
    takesPicture: /\blook(AtLoading)?\(/.test(body),
  })),
);
const titles = tests.map(({ title }) => title);

/** The table's rows: a state, what stands there, and the tests that show it. */
const rows = sourceOf("../../docs/screens.md")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\|(-+\|)+$/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([first]) => first !== "state");

/** Words that no screen of today can bring about, and why. */
const unmet: Partial<Record<keyof typeof messages, string>> = {
  undecryptable: "Nothing is encrypted for the app: no wallet gives away an app key any more.",
  noSessionData: "Said by the API, to whom a session has ended; the app signs in again by itself.",
};

/** Tests of what a picture does not tell from another state's, and that other picture. */
const shownBy: Record<string, string> = {
  "where nothing waits, no dot pulses": "events-empty",
  "in a low window the menu is scrolled to its last row": "menu-member",
  "the footer leads to questions, contact and the community, and names the year": "faqs",
  "a theme that was chosen is remembered": "faqs",
  "a page begins at its top, and going back finds the place one left": "profile",
  "on the narrowest phone the headline keeps its margin, and a name breaks before its domain":
    "landing",
  "a name on a card is 44 px high to a finger, beside another and over it": "feed",
  "on a small screen the feed leads to the directory, too": "feed",
  "nothing moves on any page of whoever asked for no movement": "feed",
  "what is on its way breathes for whoever did not ask for no movement": "feed-loading",
  "without scripts, what strangers arrive at is read, and what needs scripts is said":
    "code-missing",
  "one's own address shows one's own profile": "own-profile",
  "only one image can be dropped or pasted": "upload-refused",
  "an image is dropped or pasted": "upload-preview",
  "an image is dropped anywhere on the picker and its dialog, and beside them opens nothing":
    "upload-preview",
  "an image is pasted into the form, but not into its texts": "upload-preview",
  "the seal comes down on the paper, and for whoever asked for no movement it is there":
    "manage-accepted",
  "the wallets are chosen by keyboard alone, and whoever chooses none is where they were":
    "wallet-chooser",
  "two presses bring up one dialog": "wallet-chooser",
  "whoever began with a form is led on into the product by Go Back, and others back":
    "new-endorsement-sent",
  "a wallet of another network cannot be connected, and is told so": "toast-no-stacks-address",
  "an answer that no wallet should give is called invalid": "toast-no-stacks-address",
  "a wallet's own trouble with connecting is said in its words": "toast-no-stacks-address",
  "a wallet session with nobody in it is dropped, and said to be": "toast-session-version",
};

test("no cell of the screens' table is empty", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(""))).toEqual([]);
});

test("every test that the screens' table names is there", () => {
  const named = rows.flatMap(([, , tests = ""]) => tests.split("<br>"));
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});

test("every test of a screen is named in the screens' table", () => {
  const table = rows
    .map(([, , tests]) => tests)
    .join("<br>")
    .split("<br>");
  expect(titles.filter((title) => !table.includes(title))).toEqual([]);
});

test("every test of a screen takes a picture, or what it shows is on another's", () => {
  const pictures = sources.flatMap((source) =>
    [...source.matchAll(/\blook\(\w+, "([^"]+)"/g)].map(([, name]) => name),
  );
  const without = tests.filter(({ takesPicture }) => !takesPicture).map(({ title }) => title);
  expect(without.toSorted()).toEqual(Object.keys(shownBy).toSorted());
  expect(Object.values(shownBy).filter((name) => !pictures.includes(name))).toEqual([]);
});

test("every message is asserted where a person meets it", () => {
  const all = sources.join("\n");
  const isAsserted = (key: string) => new RegExp(`messages\\.${key}\\b`).test(all);
  expect(Object.keys(messages).filter((key) => !isAsserted(key) && !(key in unmet))).toEqual([]);
  expect(Object.keys(unmet).filter(isAsserted)).toEqual([]);
});
