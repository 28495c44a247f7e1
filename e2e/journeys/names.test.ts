import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, bob } from "../../apps/devnet/accounts.ts";
import { connect } from "../actions/wallet.ts";
import { type Outline, readOutline } from "../stack/outline.ts";
import { bothManners, setStage } from "../stack/stage.ts";

const stage = setStage();
const [wide, narrow] = bothManners;

/** Every address of the app, and a text of it that is there once the page is. */
type Visit = [path: string, settled: string | RegExp];
const openToAll: Visit[] = [
  ["/", "Ordinals"],
  // Whoever sent the newest ones, each has its number.
  ["/home", /№/],
  ["/directory", "bob.btc"],
  [`/profile/${bob.address}`, "Endorsements Earned"],
  ["/org/1", "clarityuniverse.btc"],
  ["/faqs", "FAQ's"],
  ["/contact", "Message"],
  ["/nowhere", /./],
];
const signedOut: Visit[] = [
  ...openToAll,
  ["/network", "Connect Wallet"],
  ["/profile", "Please connect your wallet to continue"],
  ["/new-endorsement", "You need a profile to issue an endorsement"],
  ["/edit-profile", "Create an Account to Edit Your Profile"],
  ["/create-profile", "Connect your wallet to get started"],
  ["/events", "Connect Wallet"],
  ["/create-org", "Connect Wallet"],
  ["/review", /./],
];
const asAlice: Visit[] = [
  ...openToAll,
  ["/network", "Followers"],
  ["/profile", "Endorsements I've Earned"],
  ["/new-endorsement", "Recipient"],
  ["/edit-profile", "Confirm Changes"],
  ["/create-profile", "You've already made a profile"],
  ["/events", "Success"],
  ["/create-org", "APPLY TO CREATE AN ORGANIZATION"],
  ["/review", /./],
];

/** What is wrong with what can be worked, a line each. */
function faultsOf(controls: Outline["controls"]): string[] {
  const nameless = controls.filter(({ name }) => name.trim() === "");
  return [...nameless.map(({ role }) => `A ${role} has no name`), ...ambiguous(controls)];
}

/** What is wrong with how a page reads, a line each. */
function pageFaultsOf({ controls, headings, landmarks }: Outline, isLanding: boolean): string[] {
  const skipped = headings.filter(
    ({ level }, place) => level > (headings[place - 1]?.level ?? 0) + 1,
  );
  const titles = headings.filter(({ level }) => level === 1);
  const once = isLanding ? ["main", "contentinfo"] : ["banner", "main", "contentinfo"];
  return [
    ...faultsOf(controls),
    ...skipped.map(({ level, name }) => `Heading ${level} '${name}' skips a level`),
    ...(titles.length === 1 ? [] : [`There are ${titles.length} headings of level 1`]),
    ...once
      .filter((role) => landmarks.filter((landmark) => landmark === role).length !== 1)
      .map((role) => `There is not one ${role}`),
    ...(controls[0]?.name === "Skip to content" ? [] : ["The skip link is not first"]),
  ];
}

/**
 * Links of one name that lead to different places. People may well choose the same title twice, or edit the
 * same endorsement twice within a minute.
 */
function ambiguous(controls: Outline["controls"]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { name, link } of controls) {
    if (link === undefined || /endorsement[=/]\d+$|\/txid\//.test(link)) continue;
    places.set(name, (places.get(name) ?? new Set()).add(link));
  }
  return [...places]
    .filter(([, links]) => links.size > 1)
    .map(([name, links]) => `'${name}' leads to ${[...links].join(" and ")}`);
}

async function expectClear(page: Page, [path, settled]: Visit): Promise<void> {
  await page.goto(path);
  await page.getByRole("main").getByText(settled).filter({ visible: true }).first().waitFor();
  if (path !== "/") await page.getByRole("banner").getByRole("button").first().waitFor();
  expect.soft(pageFaultsOf(await readOutline(page), path === "/"), path).toEqual([]);
  expect.soft(await page.locator("html").getAttribute("lang"), path).toBe("en");
  expect.soft(await page.title(), path).toMatch(path === "/" ? /Colonnade/ : /.+ · Colonnade$/);
}

test("every control of every page has a name of its own for a visitor who listens", async () => {
  const { page } = await stage.enter(narrow);
  for (const visit of signedOut) await expectClear(page, visit);
});

test("every control of every page has a name of its own for alice, who listens", async () => {
  const api = createClient({ origin: inject("origin") });
  const query = { receiver: alice.address, approved: "false" as const, limit: 1 };
  const { items } = await api("pageEndorsements", { query });
  const id = items[0]?.id;
  const { page } = await stage.enter({ ...wide, manner: "mouse" });
  await page.goto("/home");
  await connect(page, "alice");
  for (const visit of asAlice) await expectClear(page, visit);
  await expectClear(page, [`/manage-endorsement/${id}`, "ACCEPT"]);
  await expectClear(page, [`/edit-endorsement/${id}`, "Submit edit request"]);
  await page.goto(`/home?endorsement=${id}`);
  await page.getByRole("dialog").getByRole("heading", { level: 2 }).nth(1).waitFor();
  expect(faultsOf((await readOutline(page)).controls)).toEqual([]);
});
