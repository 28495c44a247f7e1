import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, bob } from "../../apps/devnet/accounts.ts";
import { connect } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();
const [wide, narrow] = bothManners;

/** Every address of the app, and a text that shows that its page has loaded. */
type Visit = [path: string, settled: string | RegExp];
const openToAll: Visit[] = [
  ["/", "Ordinals"],
  // Other tests send endorsements, too. Every card shows its number.
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
  ["/manage-endorsement/1", /./],
  ["/edit-endorsement/1", /./],
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

/** The faults of a page's controls, one per line. */
function faultsOf(controls: Outline["controls"]): string[] {
  const nameless = controls.filter(({ name }) => name.trim() === "");
  return [...nameless.map(({ role }) => `A ${role} has no name`), ...ambiguous(controls)];
}

/** The faults of a page's headings and landmarks, one per line. */
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
 * Links with the same name that lead to different places. Endorsements and transactions are excused: people may choose
 * a title twice, or edit an endorsement twice within a minute.
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
  const readFaults = async () => pageFaultsOf(await readOutline(page), path === "/");
  await expect.poll(readFaults, { message: path }).toEqual([]);
  expect.soft(await page.locator("html").getAttribute("lang"), path).toBe("en");
  const title = path === "/" ? /Colonnade/ : /.+ · Colonnade$/;
  await expect.poll(() => page.title(), { message: path }).toMatch(title);
}

test("gives every control of every page its own name for a visitor's screen reader", async () => {
  const { page } = await browser.newPerson(narrow);
  for (const visit of signedOut) await expectClear(page, visit);
});

test("gives every control of every page its own name for alice's screen reader", async () => {
  const api = createClient({ origin: inject("origin") });
  const query = { receiver: alice.address, approved: "false" as const, limit: 1 };
  const { items } = await api("pageEndorsements", { query });
  const id = items[0]?.id;
  const { page } = await browser.newPerson({ ...wide, manner: "mouse" });
  await page.goto("/home");
  await connect(page, "alice");
  for (const visit of asAlice) await expectClear(page, visit);
  await expectClear(page, [`/manage-endorsement/${id}`, "ACCEPT"]);
  await expectClear(page, [`/edit-endorsement/${id}`, "Submit edit request"]);
  await page.goto(`/home?endorsement=${id}`);
  await page.getByRole("dialog").getByRole("heading", { level: 2 }).nth(1).waitFor();
  expect(faultsOf((await readOutline(page)).controls)).toEqual([]);
});

/** What a screen reader offers of a page. */
interface Outline {
  /** Levels and names of the headings, in the order they are read. */
  headings: { level: number; name: string }[];
  /** Roles and names of the controls, in the order they are read. */
  controls: Control[];
  landmarks: string[];
}

interface Control {
  role: string;
  name: string;
  /** Where a link leads. */
  link?: string;
}

const controlRoles = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "listbox",
  "option",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "spinbutton",
  "tab",
  "menuitem",
]);
const landmarkRoles = new Set(["banner", "main", "contentinfo", "navigation", "search"]);

/** A line of an ARIA snapshot: `- heading "Feed" [level=1]`, `- link "alice.btc":`, `- /url: /home`. */
const snapshotLine = /^\s*- (?:'?)(?<role>\/?[a-z]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?(?<rest>.*)$/;

/** Reads a page's accessibility tree from Playwright's ARIA snapshot. */
async function readOutline(page: Page): Promise<Outline> {
  const outline: Outline = { headings: [], controls: [], landmarks: [] };
  const snapshot = await page.locator("body").ariaSnapshot();
  for (const text of snapshot.split("\n")) addLine(outline, text);
  return outline;
}

function addLine({ headings, controls, landmarks }: Outline, text: string): void {
  const { role = "", name = "", rest = "" } = snapshotLine.exec(text)?.groups ?? {};
  if (role === "heading") headings.push({ level: Number(/\[level=(\d)\]/.exec(rest)?.[1]), name });
  if (controlRoles.has(role)) controls.push({ role, name });
  if (landmarkRoles.has(role)) landmarks.push(role);
  // A link's address stands on the line after it.
  const link =
    role === "/url" ? controls.findLast((control) => control.role === "link") : undefined;
  if (link !== undefined) link.link = /^: "?(.*?)"?'?$/.exec(rest)?.[1] ?? rest;
}
