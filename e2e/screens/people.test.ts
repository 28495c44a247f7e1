import { createClient } from "@colonnade/domain/http/client.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { alice, bob, carol, clarityuniverse, dan, watcher } from "../../apps/devnet/accounts.ts";
import { look } from "../stack/look.ts";
import { lookAtLoading } from "./loading.ts";
import {
  askPlain,
  button,
  callsOf,
  fail,
  heading,
  hold,
  isHeaded,
  isTitled,
  link,
  says,
  setUpScreens,
} from "./screens.ts";

const screens = setUpScreens();

test("lists every organization and every member in the directory, by name", async () => {
  const { page } = await screens.open("/directory");
  await isHeaded(page, messages.organizations);
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("article").nth(4).waitFor();
  const names = await people.getByRole("heading", { level: 3 }).allTextContents();
  expect(names).toEqual(names.toSorted());
  await says(page, sayEndorsements(1), "2 Endorsements");
  expect(await page.getByRole("button", { name: messages.follow }).count()).toBe(0);
  await look(page, "directory", { everywhere: true });
  const viewProfile = { name: new RegExp(`^${messages.viewProfile}`) };
  await people.getByRole("link", viewProfile).first().click();
  await page.waitForURL(/\/profile\/ST/);
  await page.goBack();
  const organizations = page.getByRole("region", { name: messages.organizations });
  await organizations.getByRole("link", viewProfile).first().click();
  await page.waitForURL(/\/org\/\d/);
});

test("says in the directory and in the feed that a search is under way, and in the directory that it found nobody", async () => {
  const person = await screens.open("/directory");
  const { page } = person;
  await page.getByRole("article", { name: "alice.btc" }).waitFor();
  const release = await hold(person, "/api/columns");
  const search = page.getByRole("searchbox", { name: messages.searchByName });
  await search.fill("alice");
  await says(page, "Searching…");
  await look(page, "directory-searching");
  await release();
  await page.getByText("Searching…").waitFor({ state: "detached" });
  expect(await page.getByRole("article", { name: "bob.btc" }).count()).toBe(0);
  await search.fill("zzzz");
  await isHeaded(page, messages.noResults);
  await look(page, "directory-no-match");

  await page.goto("/home");
  await page.getByRole("article").first().waitFor();
  const releaseFeed = await hold(person, "/api/milestones");
  await search.fill("alice");
  await says(page, "Searching…");
  await releaseFeed();
  await page.getByText("Searching…").waitFor({ state: "detached" });
});

test("shows skeletons while the directory loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/directory",
    call: "/api/columns",
    name: "directory",
    skeleton: (page) => page.getByText("Loading the directory"),
    failure: "The directory could not be loaded",
    content: (page) => heading(page, "People"),
  });
});

test("asks for a wallet on the network page", async () => {
  const { page } = await screens.open("/network");
  await isHeaded(page, messages.connectToContinue);
  await button(page, messages.connectWallet).waitFor();
  await look(page, "network-signed-out");
});

test("asks for a profile on the network page", async () => {
  const { page } = await screens.open("/network", "grace");
  await isHeaded(page, "Your network begins with a profile");
  await look(page, "network-connected");
});

test("shows whom a member follows and who follows them, of many the newest hundred, also on the own profile", async () => {
  const person = await screens.open("/network", "carol");
  const { page } = person;
  await page.getByRole("region", { name: "Following" }).getByText("alice.btc").waitFor();
  await page.getByRole("region", { name: "Followers" }).getByText("bob.btc").waitFor();
  await look(page, "network", { everywhere: true });

  await askPlain(person);
  await page.route(
    (url) => url.pathname === "/api/column",
    async (route) => {
      const response = await route.fetch();
      const profile = await response.json();
      const [someone] = profile.following;
      const following = Array.from({ length: 100 }, (_, index) => ({
        ...someone,
        address: `${someone.address}.wallet-${index}`,
      }));
      await route.fulfill({ response, json: { ...profile, following, followingCount: 240 } });
    },
  );
  await page.goto("/network");
  await isHeaded(page, "Following 240");
  const region = page.getByRole("region", { name: "Following" });
  await expect.poll(() => region.getByRole("listitem").count()).toBe(100);
  await says(region, "The newest 100 are shown.");
  await look(page, "network-many");
  await page.goto(`/profile/${carol.address}`);
  await says(page, messages.myProfile);
  await page.locator("summary", { hasText: messages.yourNetwork }).click();
  await says(page, "240 following", "and 140 more");
});

test("shows skeletons while a network loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/network",
    account: "carol",
    call: "/api/column",
    name: "network",
    skeleton: (page) => page.getByText("Loading your network"),
    failure: "Your network could not be loaded",
    content: (page) => page.getByRole("region", { name: "Followers" }),
  });
});

test("shows on a profile who somebody is, and what they earned and issued", async () => {
  const { page } = await screens.open(`/profile/${carol.address}`);
  await isHeaded(page, "carol.btc");
  await isHeaded(page, messages.endorsementsEarned);
  await isHeaded(page, messages.endorsementsIssued);
  await says(page, sayEndorsements(1), "Muralist and product lead");
  expect(await page.getByRole("button", { name: messages.follow }).count()).toBe(0);
  await look(page, "profile", { everywhere: true });
});

test("offers Follow only to viewers with a profile", async () => {
  const { page: dans } = await screens.open(`/profile/${carol.address}`, "dan");
  await dans.getByRole("button", { name: `${messages.follow} carol.btc` }).waitFor();
  await look(dans, "profile-member");
  const { page: graces } = await screens.open(`/profile/${carol.address}`, "grace");
  await isHeaded(graces, "carol.btc");
  await isHeaded(graces, messages.endorsementsEarned);
  await link(graces, messages.createProfile).waitFor();
  expect(await graces.getByRole("button", { name: messages.follow }).count()).toBe(0);
});

test("shows a skeleton while a profile loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: `/profile/${alice.address}`,
    call: "/api/column",
    name: "profile",
    skeleton: (page) => page.getByRole("region", { name: messages.endorsementsEarned }),
    failure: messages.profileFetchError,
    content: (page) => heading(page, "alice.btc"),
  });
});

test("shows what a person sent for an organization, and the organization, its representatives and what it issued", async () => {
  const api = createClient({ origin: inject("stillOrigin") });
  const { issued } = await api("getOrganization", { query: { id: 1 } });
  expect(issued).toBeGreaterThan(0);
  const { page } = await screens.open(`/profile/${clarityuniverse.address}`);
  const sent = page.getByRole("region", { name: messages.endorsementsIssued });
  const card = sent.getByRole("listitem").filter({ hasText: "Clarity Camp, second cohort" });
  await says(card, "as", "Organization");
  const organization = card.getByRole("link", { name: /^clarityuniverse.btc/ });
  expect(await organization.getAttribute("href")).toBe("/org/1");
  await look(page, "profile-issued-for-organization");

  await organization.click();
  await page.waitForURL("/org/1");
  await isHeaded(page, "clarityuniverse.btc");
  await says(page, `${sayEndorsements(issued)} issued`, "2 representatives");
  await isHeaded(page, "Endorsements Issued");
  const wall = page.getByRole("region", { name: "Endorsements Issued" });
  await says(wall, "Clarity Camp, second cohort");
  expect(await wall.getByRole("link", { name: /^clarityuniverse.btc/ }).count()).toBe(0);
  await look(page, "organization", { everywhere: true });
  await link(page, "bob.btc").click();
  await page.waitForURL(`/profile/${bob.address}`);
});

test("says when an address has no profile, and when an organization does not exist", async () => {
  const { page, excused } = await screens.prepare();
  const asked = ["/api/column", "/api/org"].map((path) => callsOf(page, path));
  for (const path of ["/profile/zzz", "/profile/alice.btc"]) {
    await page.goto(path);
    await isHeaded(page, "Nobody has a profile at this address");
  }
  for (const path of ["/org/guild", "/org/0", "/org/1e3"]) {
    await page.goto(path);
    await isHeaded(page, "There is no such organization");
  }
  expect(asked).toEqual([[], []]);
  await page.goto(`/profile/${watcher.address}`);
  await isHeaded(page, "Nobody has a profile at this address");
  await isTitled(page, "Not found");
  await look(page, "profile-nobody");
  excused.push("/api/org");
  await page.goto("/org/404");
  await isHeaded(page, "There is no such organization");
  await isTitled(page, "Not found");
  await look(page, "organization-gone");
});

test("shows a skeleton while an organization loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/org/1",
    call: "/api/org",
    name: "organization",
    skeleton: (page) => page.getByRole("region", { name: "Endorsements Issued" }),
    failure: "The organization could not be loaded",
    content: (page) => heading(page, "clarityuniverse.btc"),
  });
});

test("shows a whole endorsement in the dialog, with links to sender and receiver", async () => {
  const { page } = await screens.open(`/profile/${dan.address}`, "alice");
  await page.getByRole("link", { name: "Balanced the books in the open" }).click();
  const modal = page.getByRole("dialog");
  await says(modal, "Finance", "published every line of it", "alice.btc", "dan.btc", messages.to);
  await look(page, "detail", { everywhere: true });
  await button(modal, messages.exit).click();
  await modal.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Clarity Camp, second cohort" }).click();
  expect(await link(modal, "clarityuniverse.btc Organization").getAttribute("href")).toBe("/org/1");
  await link(modal, "dan.btc").click();
  await modal.waitFor({ state: "hidden" });

  await page.goto("/home?endorsement=3");
  await link(modal, "alice.btc").click();
  await page.waitForURL("/profile");
});

test("leads back to the page by the dialog's Exit, so that Back leads on from there", async () => {
  const { page } = await screens.open("/faqs");
  await link(page, "Feed").click();
  const modal = page.getByRole("dialog");
  for (const title of ["Found the bug everyone missed", "The mural on Fifth"]) {
    await page.getByRole("link", { name: title }).first().click();
    await isHeaded(modal, title);
    await button(modal, messages.exit).click();
    await page.waitForURL("/home");
    await modal.waitFor({ state: "detached" });
  }
  await page.goForward();
  await isHeaded(modal, "The mural on Fifth");
  await button(modal, messages.exit).click();
  await modal.waitFor({ state: "detached" });
  await page.goBack();
  await page.waitForURL("/faqs");
});

test("opens the dialog by its address, and says when the endorsement fails to load or is gone", async () => {
  const person = await screens.prepare();
  const { page, excused } = person;
  const modal = page.getByRole("dialog");
  const release = await hold(person, "/api/milestone");
  await page.goto("/home?endorsement=3&search=nobody");
  await modal.waitFor();
  await look(page, "detail-loading");
  await release();
  await says(modal, "She is who she says she is");

  excused.push("/api/milestone");
  await page.goto("/home?endorsement=404");
  await isHeaded(modal, "There is no such endorsement");
  await look(page, "detail-gone");

  const mend = await fail(person, "/api/milestone");
  await page.goto("/home?endorsement=3&search=nobody");
  await button(modal, "Try again").waitFor();
  await isHeaded(modal, "The endorsement could not be loaded");
  await look(page, "detail-failed");
  await mend();
  await button(modal, "Try again").click();
  await says(modal, "She is who she says she is");
});
