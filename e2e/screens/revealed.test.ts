import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { ProfileEvent } from "@colonnade/domain/event.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { look } from "../stack/look.ts";
import { askPlain, button, isHeaded, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Written from right to left, and then from left to right. */
const turned = "מכתב \u202Dארוך";
const blank = "\u2800 \u2800";

const serial = (id: number) => `№ ${String(id).padStart(4, "0")}`;

/** Changes what the service answers to a call. */
async function change<Answer>(page: Page, path: string, edit: (answer: Answer) => void) {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const answer: Answer = await response.json();
      edit(answer);
      await route.fulfill({ response, json: answer });
    },
  );
}

/** Pixels from where the line of a title begins to where the title begins. */
const indentOf = (title: Locator) =>
  title.evaluate((one) => {
    const line = one.parentElement?.getBoundingClientRect().left ?? Number.NaN;
    return one.getBoundingClientRect().left - line;
  });

test("shows hidden characters wherever somebody decides, and a number for a blank title", async () => {
  const person = await screens.prepare("carol");
  const { page } = person;
  await askPlain(person);
  const blanks: number[] = [];
  await change<{ items: Endorsement[] }>(page, "/api/milestones", ({ items }) => {
    for (const [index, one] of items.entries()) {
      delete one.draft;
      one.title = index === 0 ? turned : blank;
      if (index > 0) blanks.push(one.id);
    }
  });
  await change<ProfileEvent[]>(page, "/api/events", (events) => {
    const titled = events.filter(({ metaData }) => metaData.title !== undefined);
    for (const [index, { metaData }] of titled.entries()) {
      if (index === 0) metaData.title = turned;
      if (index === 1) metaData.title = blank;
      if (index === 2) delete metaData.title;
    }
  });
  await page.goto("/events");
  const waiting = page.getByRole("region", { name: /PENDING MY APPROVAL/ });
  await says(waiting, "U+202D");
  expect(blanks.length).toBeGreaterThan(0);
  for (const id of blanks) await says(waiting, serial(id));
  const events = page.getByRole("region", { name: "MY EVENTS" });
  await says(events, "U+202D");
  for (const list of [waiting, events]) {
    const title = list.locator("bdi").filter({ hasText: "מכתב" }).first();
    expect(Math.abs(await indentOf(title))).toBeLessThan(2);
  }
  await look(page, "events-hidden-characters");
  await button(page, "Reject several at once").click();
  await page.getByRole("checkbox", { name: /U\+202D/ }).check();
  const numbers = events.getByRole("link", { name: /^Endorsement № \d+$/ });
  await numbers.nth(1).waitFor();
  await numbers.first().click();
  await page.getByRole("dialog", { name: /^Endorsement № / }).waitFor();
});

test("names an endorsement with a blank title by its number", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await askPlain(person);
  const ids: number[] = [];
  const erase = (one: Endorsement, title: string) => {
    delete one.draft;
    one.title = title;
    one.senderIssued = 1;
  };
  await change<{ items: Endorsement[] }>(page, "/api/milestones", ({ items }) => {
    for (const [index, one] of items.slice(0, 2).entries()) {
      erase(one, index === 0 ? blank : "");
      ids.push(one.id);
    }
  });
  await change<Endorsement>(page, "/api/milestone", (one) => {
    erase(one, blank);
    one.endorsement = "Words without a title.";
  });
  await page.goto("/home");
  await page.getByRole("article").first().waitFor();
  for (const id of new Set(ids)) {
    const card = page.getByRole("article", { name: serial(id), exact: true });
    await card.getByRole("link", { name: serial(id), exact: true }).waitFor();
  }
  await look(page, "feed-blank-titles");
  const [first = 0] = ids;
  await page.getByRole("link", { name: serial(first), exact: true }).click();
  await says(page.getByRole("dialog"), "Words without a title.");
  await isHeaded(page.getByRole("dialog"), serial(first));
});

test("shows hidden characters in the reason of a withdrawal", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await askPlain(person);
  const reason = "Not \u202Emine.";
  const turn = (one: Endorsement) => {
    if (one.withdrawn !== undefined) one.withdrawn.reason = reason;
  };
  await change<Profile>(page, "/api/column", ({ withdrawnMilestones }) =>
    withdrawnMilestones.forEach(turn),
  );
  await change<Endorsement>(page, "/api/milestone", turn);
  await page.goto(`/profile/${bob.address}`);
  const wall = page.getByRole("region", { name: "Withdrawn by their authors" });
  await says(wall, "U+202E");
  await wall.getByRole("heading", { level: 3 }).first().getByRole("link").click();
  await says(page.getByRole("dialog"), "U+202E");
  await look(page, "endorsement-withdrawn-hidden-characters");
});
