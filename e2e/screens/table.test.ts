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

/** The table's rows: a state, what the screen shows, and the tests. */
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

/** Messages that no screen shows, and why. */
const unmet: Partial<Record<keyof typeof messages, string>> = {
  undecryptable: "Nothing is encrypted for the app: wallets no longer give it a key.",
  suspended: "The API says it to a suspended person who follows, uploads, applies or reports.",
  noSessionData: "The API says it when a session has ended. The app then signs in again by itself.",
};

/** Tests without a picture of their own, and the picture that shows the same state. */
const shownBy: Record<string, string> = {
  "reads past pages on which nothing waits": "events",
  "shows what changed after the page was answered and before the stream of changes began": "events",
  "shows the seal at once under reduced motion, and a decision to nobody else once its wallet disconnects":
    "manage-stranger",
  "keeps what the receiver types while their suggestion changes elsewhere": "edit-suggestion",
  "shows no dot when no endorsement waits": "events-empty",
  "scrolls the menu in a low window": "menu-member",
  "remembers the chosen theme": "faqs",
  "opens a new page at its top, and restores the scroll position on going back": "profile",
  "keeps the headline's margin and breaks names before the domain on the narrowest phone":
    "landing",
  "makes names on a card 44 px high for touch, side by side and stacked": "feed",
  "animates nothing on any page under reduced motion": "feed",
  "animates pending things without reduced motion": "feed-loading",
  "shows public pages without scripts, and says what needs them": "code-missing",
  "says without scripts and in a link's preview which names are organizations'": "organization",
  "leads from a card to the endorsement's page where a link is opened elsewhere, or without scripts":
    "endorsement",
  "tells link previews and search engines of an approved endorsement, and hides a pending one from them":
    "endorsement",
  "leads back to the page by the dialog's Exit, so that Back leads on from there": "detail",
  "shows an unsent message to nobody else, once its account disconnects": "contact",
  "empties an open contact form when its account disconnects": "contact",
  "takes an image that is dropped on the picker or its dialog, or pasted, but not beside them or into a text field":
    "upload-preview",
  "chooses a wallet by keyboard, and restores the focus on closing": "wallet-chooser",
  "opens one dialog for two presses": "wallet-chooser",
  "takes the toast of a pending transaction away with Disconnect": "toast-disconnected",
  "takes the toast of a pending transaction away with Sign out everywhere": "toast-disconnected",
  "takes the toast of a pending transaction away when another tab disconnects":
    "toast-disconnected",
  "lets the times on an open page grow older": "endorsement",
  "refuses a wallet of another network": "toast-no-stacks-address",
  "calls an unreadable answer of a wallet invalid": "toast-no-stacks-address",
  "shows a wallet's own error on connecting": "toast-no-stacks-address",
  "drops a wallet session without user data, and says so": "toast-session-version",
  "says why the network refuses a call whose conditions the wallet left out": "manage-unprotected",
  "says so where only the node's newer route tells what was signed": "manage-unprotected",
};

test("leaves no cell of the screens' table empty", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(""))).toEqual([]);
});

test("finds every test that the screens' table names", () => {
  const named = rows.flatMap(([, , tests = ""]) => tests.split("<br>"));
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});

test("finds every screen test in the screens' table", () => {
  const table = rows
    .map(([, , tests]) => tests)
    .join("<br>")
    .split("<br>");
  expect(titles.filter((title) => !table.includes(title))).toEqual([]);
});

test("takes a picture in every screen test, or names another test's picture", () => {
  const pictures = sources.flatMap((source) =>
    [...source.matchAll(/\blook\(\w+, "([^"]+)"/g)].map(([, name]) => name),
  );
  const without = tests.filter(({ takesPicture }) => !takesPicture).map(({ title }) => title);
  expect(without.toSorted()).toEqual(Object.keys(shownBy).toSorted());
  expect(Object.values(shownBy).filter((name) => !pictures.includes(name))).toEqual([]);
});

test("asserts every message in a screen test", () => {
  const all = sources.join("\n");
  const isAsserted = (key: string) => new RegExp(`messages\\.${key}\\b`).test(all);
  expect(Object.keys(messages).filter((key) => !isAsserted(key) && !(key in unmet))).toEqual([]);
  expect(Object.keys(unmet).filter(isAsserted)).toEqual([]);
});
