import { categories } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  alice,
  carol,
  type DevnetAccount,
  dan,
  erin,
  frank,
  grace,
} from "../../apps/devnet/accounts.ts";
import { changeName, giveName, sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { button, heading, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

// A second try runs on the same chain.
const give = (name: string, { address }: DevnetAccount) =>
  giveName(inject("stillNodeUrl"), name, address);

/** The devnet has mined fewer Bitcoin blocks than that. */
const SOON = 1_440;
const NEVER = 0;
const expire = (name: string, renewal: number) =>
  changeName(inject("stillNodeUrl"), { action: "expire", name, renewal });

const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: false });
const nameIn = (page: Page) =>
  page.getByRole("textbox", { name: "Name", exact: true }).inputValue();
const domainIn = (page: Page) =>
  page.getByRole("textbox", { name: "Domain", exact: true }).inputValue();

test("offers the names of an address that has no primary one", async () => {
  await give("former.btc", grace);
  await give("grace.btc", grace);
  await give("xn--4v8h.stx", grace);
  // BNS-V2 clears the primary name when it is transferred.
  await give("former.btc", carol);
  const { page } = await screens.open("/create-profile", "grace");
  await isHeaded(page, messages.createYourProfileCapitals);
  await choice(page, "xn--4v8h.stx").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["xn--4v8h", "stx"]);
  await says(page, "Reads as", "🔥.stx");
  await look(page, "create-profile-names", { everywhere: true });
  await choice(page, "grace.btc").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["grace", "btc"]);
});

test("looks for other names than the primary one only when asked", async () => {
  const { page: franks } = await screens.open("/create-profile", "frank");
  await isHeaded(franks, messages.createYourProfileCapitals);
  await button(franks, "Use another name").click();
  await says(franks, "Your address holds no other name.");

  await give("atelier.stx", erin);
  const { page, excused } = await screens.prepare("erin");
  const isLookup = (url: URL) => url.pathname.endsWith("/balances/nft");
  await page.route(isLookup, (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 502 });
  });
  await page.goto("/create-profile");
  await button(page, "Use another name").click();
  await says(page, "Your other names could not be looked up.");
  await look(page, "create-profile-other-names-failed");
  await page.unroute(isLookup);
  await button(page, "Use another name").click();
  await choice(page, "atelier.stx").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["atelier", "stx"]);

  await page.goto("/create-org");
  await button(page, "Use my own address").click();
  await button(page, "Use another name").click();
  await choice(page, "atelier.stx").check();
  await look(page, "create-org-names");
  await button(page, messages.confirmAdmin).click();
  const name = page.getByRole("textbox", { name: "Organization name" });
  await expect.poll(() => name.inputValue()).toBe("atelier.stx");
});

test("says before a profile is made that its name is about to expire, or has expired", async () => {
  onTestFinished(() => expire("frank.btc", NEVER));
  await expire("frank.btc", SOON);
  const { page } = await screens.open("/create-profile", "frank");
  await says(page, "expires in about 10 days", "Renew it before Bitcoin block 1,440.");
  await says(page, "You cannot make a profile under an expired name");
  expect(await link(page, "Renew it").getAttribute("href")).toMatch(/^https:/);
  await look(page, "create-profile-name-ending");
  await expire("frank.btc", 1);
  await page.reload();
  await says(page, "has expired", "Only you can renew it, for about 35 days more.");
  const create = button(page, messages.createYourProfile);
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await look(page, "create-profile-name-expired", { bothThemes: true });
});

test("tells the owner of a profile that its name expires, has expired, or belongs to another", async () => {
  onTestFinished(async () => {
    await expire("alice.btc", NEVER);
    await give("alice.btc", alice);
  });
  const { page } = await screens.open("/profile", "alice");
  await isHeaded(page, "alice.btc");
  await heading(page, messages.endorsementsIEarned).waitFor();
  expect(await page.getByText("alice.btc expires").count()).toBe(0);
  await expire("alice.btc", SOON);
  await page.reload();
  await says(page, "expires in about 10 days", "Your profile stays, but in the end anybody can");
  await look(page, "own-profile-name-ending", { everywhere: true });
  await expire("alice.btc", 1);
  await page.reload();
  await says(page, "has expired", "and their profile would replace yours");
  await look(page, "own-profile-name-expired");
  await expire("alice.btc", NEVER);
  await give("alice.btc", dan);
  await page.reload();
  await says(page, "belongs to another address", "Your profile stays until a new owner");
  await look(page, "own-profile-name-taken");
});

test("says how a name in Punycode reads, and which names may look like another", async () => {
  await give("xn--lice-43d.btc", grace);
  await give("a1ice.stx", frank);
  const register = (sender: DevnetAccount, name: string, namespace: string) => ({
    sender,
    functionName: "register-profile" as const,
    args: [
      Cl.bufferFromAscii(namespace),
      Cl.bufferFromAscii(name),
      Cl.none(),
      Cl.stringAscii(categories[0].imageAddress),
    ],
  });
  await sendAndMine(inject("stillNodeUrl"), [
    register(grace, "xn--lice-43d", "btc"),
    register(frank, "a1ice", "stx"),
  ]);
  onTestFinished(() => {
    const removal = { functionName: "remove-profile" as const, args: [] };
    const removals = [grace, frank].map((sender) => ({ sender, ...removal }));
    return sendAndMine(inject("stillNodeUrl"), removals);
  });
  const { page } = await screens.open(`/profile/${grace.address}`);
  await isHeaded(page, "xn--lice-43d.btc");
  await says(page, "Its letters may look like those of another name.");
  await look(page, "profile-name-punycode", { bothThemes: true });
  const { page: others } = await screens.open(`/profile/${frank.address}`);
  await isHeaded(others, "a1ice.stx");
  await says(others, "This name has a digit: it may look like another name.");

  const { page: bobs } = await screens.open("/new-endorsement", "bob");
  await bobs.getByRole("combobox", { name: "Recipient" }).fill("a1");
  await bobs.getByRole("option", { name: "a1ice.stx" }).click();
  await says(bobs, "This name has a digit: it may look like another name.");
  await look(bobs, "recipient-name-alike");
});
