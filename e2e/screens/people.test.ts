import { createClient } from "@colonnade/domain/http/client.ts";
import {
  followingMessage,
  messages,
  sayEndorsements,
  unfollowingMessage,
} from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { alice, bob, carol, dan, watcher } from "../../apps/devnet/accounts.ts";
import { walletRequest } from "../actions/wallet.ts";
import { lookAtLoading } from "../stack/loading.ts";
import { look } from "../stack/look.ts";
import {
  button,
  callsOf,
  fail,
  heading,
  hold,
  isHeaded,
  isTitled,
  link,
  runUntil,
  says,
  setScreens,
} from "../stack/screens.ts";

const screens = setScreens();

test("the directory shows every organization and everybody, by name", async () => {
  const { page } = await screens.open("/directory");
  await isHeaded(page, messages.organizations);
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("article").first().waitFor();
  const names = await people.getByRole("heading", { level: 3 }).allTextContents();
  expect(names.length).toBeGreaterThan(4);
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

test("the directory leaves out whoever looks, and offers to follow the others", async () => {
  const { page } = await screens.open("/directory", "dan");
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("article", { name: "alice.btc" }).waitFor();
  expect(await people.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
  await page.getByRole("button", { name: `${messages.unfollow} alice.btc` }).waitFor();
  await page.getByRole("button", { name: `${messages.follow} carol.btc` }).waitFor();
  await look(page, "directory-member");
});

test("the directory says when nobody is called so", async () => {
  const { page } = await screens.open("/directory?search=zzzz");
  await isHeaded(page, messages.noResults);
  await look(page, "directory-no-match");
});

test("the directory keeps its cards' places while it loads, and says when it could not", async () => {
  await lookAtLoading(screens, {
    path: "/directory",
    call: "/api/columns",
    name: "directory",
    outline: (page) => page.getByText("Loading the directory"),
    failure: "The directory could not be loaded",
    content: (page) => heading(page, "People"),
  });
});

test("following and unfollowing is said, and right everywhere at once", async () => {
  const { page } = await screens.open(`/profile/${bob.address}`, "dan");
  await page.getByRole("button", { name: `${messages.follow} bob.btc` }).click();
  await walletRequest(page).confirm();
  await says(page, followingMessage("bob.btc"));
  await page.getByRole("button", { name: `${messages.unfollow} bob.btc` }).waitFor();
  await look(page, "follow-toast");
  await link(page, "My Network").click();
  await page.getByRole("region", { name: "Following" }).getByText("bob.btc").waitFor();
  await link(page, "Find people").click();
  await page.getByRole("button", { name: `${messages.unfollow} bob.btc` }).click();
  await says(page, unfollowingMessage("bob.btc"));
  await page.getByRole("button", { name: `${messages.follow} bob.btc` }).waitFor();
});

test("a network belongs to an address: without a wallet there is none to show", async () => {
  const { page } = await screens.open("/network");
  await isHeaded(page, messages.connectToContinue);
  await button(page, messages.connectWallet).waitFor();
  await look(page, "network-signed-out");
});

test("a network begins with a profile", async () => {
  const { page } = await screens.open("/network", "grace");
  await isHeaded(page, "Your network begins with a profile");
  await look(page, "network-connected");
});

test("somebody's network shows whom they follow and who follows them", async () => {
  const { page } = await screens.open("/network", "carol");
  await page.getByRole("region", { name: "Following" }).getByText("alice.btc").waitFor();
  await page.getByRole("region", { name: "Followers" }).getByText("bob.btc").waitFor();
  await look(page, "network", { everywhere: true });
});

test("a network of more than a hundred shows the newest, and counts them all", async () => {
  const { page } = await screens.prepare("carol");
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
  expect(await region.getByRole("listitem").count()).toBe(100);
  await says(region, "The newest 100 are shown.");
  await look(page, "network-many");
  await page.goto("/profile");
  await page.locator("summary", { hasText: messages.yourNetwork }).click();
  await says(page, "240 following", "and 140 more");
});

test("a network is awaited, and its failure said", async () => {
  await lookAtLoading(screens, {
    path: "/network",
    account: "carol",
    call: "/api/column",
    name: "network",
    outline: (page) => page.getByText("Loading your network"),
    failure: "Your network could not be loaded",
    content: (page) => page.getByRole("region", { name: "Followers" }),
  });
});

test("a profile shows who somebody is, what they earned and what they issued", async () => {
  const { page } = await screens.open(`/profile/${carol.address}`);
  await isHeaded(page, "carol.btc");
  await isHeaded(page, messages.endorsementsEarned);
  await isHeaded(page, messages.endorsementsIssued);
  await says(page, sayEndorsements(1), "Muralist and product lead");
  expect(await page.getByRole("button", { name: messages.follow }).count()).toBe(0);
  await look(page, "profile", { everywhere: true });
});

test("a profile can be followed by whoever has one, and by nobody else", async () => {
  const { page: dans } = await screens.open(`/profile/${carol.address}`, "dan");
  await dans.getByRole("button", { name: `${messages.follow} carol.btc` }).waitFor();
  await look(dans, "profile-member");
  const { page: graces } = await screens.open(`/profile/${carol.address}`, "grace");
  await isHeaded(graces, "carol.btc");
  await isHeaded(graces, messages.endorsementsEarned);
  await link(graces, messages.createProfile).waitFor();
  expect(await graces.getByRole("button", { name: messages.follow }).count()).toBe(0);
});

test("one's own address shows one's own profile", async () => {
  const { page } = await screens.open(`/profile/${carol.address}`, "carol");
  await says(page, messages.myProfile);
});

test("an address without a profile says so", async () => {
  const { page } = await screens.prepare();
  const asked = callsOf(page, "/api/column");
  for (const path of ["/profile/zzz", "/profile/alice.btc"]) {
    await page.goto(path);
    await isHeaded(page, "Nobody has a profile at this address");
  }
  expect(asked).toEqual([]);
  await page.goto(`/profile/${watcher.address}`);
  await isHeaded(page, "Nobody has a profile at this address");
  await isTitled(page, "Not found");
  await look(page, "profile-nobody");
});

test("a profile keeps its places while it loads, and says when it could not", async () => {
  await lookAtLoading(screens, {
    path: `/profile/${alice.address}`,
    call: "/api/column",
    name: "profile",
    outline: (page) => page.getByRole("region", { name: messages.endorsementsEarned }),
    failure: messages.profileFetchError,
    content: (page) => heading(page, "alice.btc"),
  });
});

test("an organization shows who it is, who speaks for it and what it issued", async () => {
  const api = createClient({ origin: inject("stillOrigin") });
  const { issued } = await api("getOrganization", { query: { id: 1 } });
  expect(issued).toBeGreaterThan(0);
  const { page } = await screens.open("/org/1");
  await isHeaded(page, "clarityuniverse.btc");
  await says(page, `${sayEndorsements(issued)} issued`, "2 representatives");
  await isHeaded(page, "Endorsements Issued");
  await says(page, "Clarity Camp, second cohort");
  await look(page, "organization", { everywhere: true });
  await link(page, "bob.btc").click();
  await page.waitForURL(`/profile/${bob.address}`);
});

test("an organization that is not there says so", async () => {
  const { page, excused } = await screens.prepare();
  const asked = callsOf(page, "/api/org");
  for (const path of ["/org/guild", "/org/0", "/org/1e3"]) {
    await page.goto(path);
    await isHeaded(page, "There is no such organization");
  }
  expect(asked).toEqual([]);
  excused.push("/api/org");
  await page.goto("/org/404");
  await isHeaded(page, "There is no such organization");
  await isTitled(page, "Not found");
  await look(page, "organization-gone");
});

test("an organization keeps its places while it loads, and says when it could not", async () => {
  await lookAtLoading(screens, {
    path: "/org/1",
    call: "/api/org",
    name: "organization",
    outline: (page) => page.getByRole("region", { name: "Endorsements Issued" }),
    failure: "The organization could not be loaded",
    content: (page) => heading(page, "clarityuniverse.btc"),
  });
});

test("the detail modal shows an endorsement whole and leads to both sides", async () => {
  const { page } = await screens.open(`/profile/${dan.address}`, "alice");
  await page.getByRole("link", { name: "Balanced the books in the open" }).click();
  const modal = page.getByRole("dialog");
  await says(modal, "Finance", "published every line of it", "alice.btc", "dan.btc", messages.to);
  await look(page, "detail", { everywhere: true });
  await button(modal, messages.exit).click();
  await modal.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Clarity Camp, second cohort" }).click();
  expect(await link(modal, "clarityuniverse.btc").getAttribute("href")).toBe("/org/1");
  await link(modal, "dan.btc").click();
  await modal.waitFor({ state: "hidden" });

  await page.goto("/home?endorsement=2");
  await link(modal, "alice.btc").click();
  await page.waitForURL("/profile");
});

test("the detail modal opens by its address, waits, fails, and says when it is gone", async () => {
  const person = await screens.prepare();
  const { page, excused } = person;
  const modal = page.getByRole("dialog");
  const release = await hold(person, "/api/milestone");
  await page.goto("/home?endorsement=2&search=nobody");
  await modal.waitFor();
  await look(page, "detail-loading");
  await release();
  await says(modal, "She is who she says she is");

  excused.push("/api/milestone");
  await page.goto("/home?endorsement=404");
  await isHeaded(modal, "There is no such endorsement");
  await look(page, "detail-gone");

  const mend = await fail(person, "/api/milestone");
  await page.goto("/home?endorsement=2&search=nobody");
  await runUntil(page, button(modal, "Try again"));
  await isHeaded(modal, "The endorsement could not be loaded");
  await look(page, "detail-failed");
  await mend();
  await button(modal, "Try again").click();
  await says(modal, "She is who she says she is");
});
