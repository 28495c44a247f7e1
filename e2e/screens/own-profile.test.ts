import { readFile } from "node:fs/promises";
import { profileSchema } from "@colonnade/domain/full-profile.ts";
import { limits } from "@colonnade/domain/limits.ts";
import {
  followingMessage,
  messages,
  sayEndorsements,
  unfollowingMessage,
} from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, bob, type DevnetAccount, dan } from "../../apps/devnet/accounts.ts";
import type { SeedCall } from "../../apps/devnet/seed/sender.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { expectFocus } from "../stack/controls.ts";
import { look } from "../stack/look.ts";
import { hear } from "../stack/screen-reader.ts";
import { lookAtLoading } from "./loading.ts";
import { askPlain, button, fail, heading, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Changes a statement as from another device. */
const stateAs = (sender: DevnetAccount, statement: string): SeedCall => ({
  sender,
  functionName: "update-statement",
  args: [Cl.stringUtf8(statement)],
});

/** Waits until /edit-profile offers to make a profile, and looks at it. */
async function lookAtNoEdit(page: Page, { connects, name }: { connects: number; name: string }) {
  await isHeaded(page, messages.createAccountToEdit);
  const main = page.getByRole("main");
  await link(main, messages.createProfile).waitFor();
  await expect
    .poll(() => main.getByRole("button", { name: messages.connectWallet }).count())
    .toBe(connects);
  await look(page, name);
}

test("asks for a wallet on the viewer's own profile and its edit", async () => {
  const { page } = await screens.open("/profile");
  await isHeaded(page, messages.connectToContinue);
  await look(page, "own-profile-signed-out");
  await page.goto("/edit-profile");
  // A viewer who is signed out may have a profile already, so Connect Wallet is offered, too.
  await lookAtNoEdit(page, { connects: 1, name: "edit-profile-signed-out" });
});

test("offers to make a profile on the viewer's own profile page and its edit", async () => {
  const { page } = await screens.open("/edit-profile", "grace");
  await lookAtNoEdit(page, { connects: 0, name: "edit-profile-connected" });
  await page.goto("/profile");
  await isHeaded(page, messages.createYourProfileCapitals);
  await look(page, "own-profile-connected");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("shows on the own profile what its member earned, issued, belongs to and follows", async () => {
  const { page } = await screens.open("/profile", "bob");
  await says(page, messages.myProfile);
  await isHeaded(page, "bob.btc");
  await isHeaded(page, messages.organizations);
  await isHeaded(page, messages.endorsementsIEarned);
  await isHeaded(page, messages.endorsementsIIssued);
  await says(page, sayEndorsements(2), messages.pendingApproval);
  await link(page, "clarityuniverse.btc").waitFor();
  await page.getByText(messages.yourNetwork, { exact: true }).click();
  await page.getByRole("heading", { name: "Followers" }).waitFor();
  await look(page, "own-profile", { everywhere: true });
  await link(page, messages.editProfile).click();
  await page.waitForURL("/edit-profile");
});

test("shows withdrawn endorsements that are hidden to their owner alone", async () => {
  const openHidden = async (path: string, account: string) => {
    const person = await screens.prepare(account);
    await askPlain(person);
    await person.page.route("**/api/column?*", async (route) => {
      const response = await route.fetch();
      const profile = profileSchema.parse(await response.json());
      const withdrawnMilestones = profile.withdrawnMilestones.map((one) => ({
        ...one,
        shown: false,
      }));
      await route.fulfill({ response, json: { ...profile, withdrawnMilestones } });
    });
    await person.page.goto(path);
    return person.page;
  };
  const wall = { name: "Withdrawn by their authors" };
  const bobs = await openHidden("/profile", "bob");
  await says(bobs.getByRole("region", wall), "Reviewed our print shop before it opened");
  await look(bobs, "own-profile-withdrawn");
  const carols = await openHidden(`/profile/${bob.address}`, "carol");
  await isHeaded(carols, messages.endorsementsEarned);
  expect(await carols.getByRole("region", wall).count()).toBe(0);
});

test("shows a skeleton while the own profile loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/profile",
    account: "bob",
    call: "/api/column",
    name: "own-profile",
    skeleton: (page) => page.getByRole("region", { name: messages.endorsementsIEarned }),
    failure: messages.profileFetchError,
    content: (page) => heading(page, "bob.btc"),
  });
});

test("lets a member edit statement and image, names what is missing or too long, and sends nothing unchanged", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  await isHeaded(page, messages.editProfile);
  for (const name of ["Name", "Domain"]) {
    const field = page.getByRole("textbox", { name, exact: true });
    expect(await field.getAttribute("readonly")).not.toBeNull();
  }
  await look(page, "edit-profile", { everywhere: true });
  const summary = page.getByRole("textbox", { name: messages.summary });
  const before = await summary.inputValue();
  await summary.fill("");
  await says(page, messages.required);
  await summary.fill("💛".repeat(limits.statementCodePoints + 1));
  await says(page, messages.statementTooLong, "1025/1024");
  await button(page, messages.confirmChanges).click();
  await says(page, messages.statementTooLong);
  await look(page, "edit-profile-invalid");
  await summary.fill(before);
  await button(page, messages.confirmChanges).click();
  await says(page, messages.noChanges);
});

test("keeps a profile's edit when the profile changes elsewhere, until it is discarded", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.waitFor();
  // Where nothing was written, the form follows the chain.
  const first = `I count on my toes. ${Date.now()}`;
  await sendAndMine(inject("stillNodeUrl"), [stateAs(dan, first)]);
  await expect.poll(() => summary.inputValue()).toBe(first);
  await says(page, `${first.length}/1024`);
  expect(await button(page, "Discard what I wrote").count()).toBe(0);

  await summary.fill("I count on paper.");
  const elsewhere = `I count on my fingers. ${Date.now()}`;
  await sendAndMine(inject("stillNodeUrl"), [stateAs(dan, elsewhere)]);
  await says(page, "Your profile has changed since you wrote this");
  await page.reload();
  await says(page, "Your profile has changed since you wrote this");
  expect(await summary.inputValue()).toBe("I count on paper.");
  await look(page, "edit-profile-outdated", { bothThemes: true });
  await button(page, "Discard what I wrote").click();
  await expect.poll(() => summary.inputValue()).toBe(elsewhere);
  await expectFocus(summary);
  await says(page, `${elsewhere.length}/1024`);
  await page.reload();
  await expect.poll(() => summary.inputValue()).toBe(elsewhere);
  expect(await button(page, "Discard what I wrote").count()).toBe(0);
});

test("sends a profile's edit, confirms it once its block is there, and then follows the chain", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  await page.getByRole("textbox", { name: messages.summary }).fill("I count things twice.");
  const heard = await hear(page);
  await button(page, messages.confirmChanges).click();
  await walletRequest(page).confirm();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await says(page, messages.transactionSubmitted, messages.pendingOnChain);
  await button(page, messages.editProfile).waitFor();
  const told = (await heard()).filter((words) => /ubmitted|onfirm/.test(words));
  expect(told.filter((words) => !words.includes("Your wallet asks"))).toEqual([
    expect.stringContaining(messages.transactionSubmitted),
  ]);
  await look(page, "edit-profile-sent");
  await page.reload();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await says(page, messages.pendingOnChain);
  await screens.mine();
  await says(page, messages.profileUpdated, "Confirmed on chain");
  await button(page, messages.goBack).waitFor();
  await page.goto("/profile");
  await says(page, "I count things twice.");
  // The form does not bring back what was confirmed before.
  const elsewhere = `I count in silence. ${Date.now()}`;
  await sendAndMine(inject("stillNodeUrl"), [stateAs(dan, elsewhere)]);
  await page.goto("/edit-profile");
  const summary = page.getByRole("textbox", { name: messages.summary });
  await expect.poll(() => summary.inputValue()).toBe(elsewhere);
  expect(await button(page, "Discard what I wrote").count()).toBe(0);
});

test("keeps a profile's edit after a cancelled wallet, and takes it back once the chain refused it", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.fill("I count things thrice.");
  await button(page, messages.confirmChanges).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "edit-profile-cancelled");
  await page.reload();
  await expect.poll(() => summary.inputValue()).toBe("I count things thrice.");

  await button(page, messages.confirmChanges).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await screens.mine();
  await isHeaded(page, "Your statement was not changed");
  await says(page, "Failed on chain.");
  await look(page, "edit-profile-refused");
  await button(page, messages.editProfile).click();
  await expect.poll(() => summary.inputValue()).toBe("I count things thrice.");
});

test("shows the edit form's skeleton while the profile loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/edit-profile",
    account: "bob",
    call: "/api/column",
    name: "edit-profile",
    skeleton: (page) => page.getByText("Looking for your profile"),
    failure: messages.somethingWrong,
    content: (page) => heading(page, messages.editProfile),
  });
});

test("gives the owner of a profile everything of theirs in one file, or says why there is none", async () => {
  const person = await screens.open("/profile", "alice");
  const { page } = person;
  await button(page, "Sign in to download it").click();
  await walletRequest(page).confirm();
  const all = button(page, "Download everything");
  await all.waitFor();
  await look(page, "own-profile-signed-in");
  const [download] = await Promise.all([page.waitForEvent("download"), all.click()]);
  expect(download.suggestedFilename()).toBe(`colonnade-${alice.address}.zip`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("verify.html")).toBe(true);

  let mend = await fail(person, "/export.zip", 429);
  await all.click();
  await says(page, "You have downloaded it several times within an hour. Try again later.");
  await look(page, "own-profile-no-archive");
  await mend();
  mend = await fail(person, "/export.zip", 503);
  await all.click();
  await says(page, "The archive could not be made. Try again in a moment.");
  await mend();
  await fail(person, "/export.zip", 401);
  await all.click();
  await says(page, "You are signed out. Sign in to download it.");
  await button(page, "Sign in to download it").waitFor();
});

test("shows a follow and an unfollow everywhere at once, and takes back one that could not be sent", async () => {
  const person = await screens.open("/network", "dan");
  const { page } = person;
  const following = page.getByRole("heading", { name: /^Following \d+$/ });
  await following.waitFor();
  const before = await following.innerText();
  await link(page, "Find people").click();
  await button(page, `${messages.unfollow} alice.btc`).waitFor();
  expect(await page.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
  await look(page, "directory-member");
  const bobs = page.getByRole("article", { name: "bob.btc" });
  await bobs.getByRole("link", { name: new RegExp(`^${messages.viewProfile}`) }).click();
  // An earlier try may have followed him.
  const unfollow = button(page, `${messages.unfollow} bob.btc`);
  if (await unfollow.isVisible()) await unfollow.click();
  await button(page, `${messages.follow} bob.btc`).click();
  await walletRequest(page).confirm();
  await says(page, followingMessage("bob.btc"));
  await button(page, `${messages.unfollow} bob.btc`).waitFor();
  await look(page, "follow-toast");
  await link(page, "My Network").click();
  await page.getByRole("region", { name: "Following" }).getByText("bob.btc").waitFor();
  await link(page, "Find people").click();
  await button(page, `${messages.unfollow} bob.btc`).click();
  await says(page, unfollowingMessage("bob.btc"));
  await button(page, `${messages.follow} bob.btc`).waitFor();

  await fail(person, "/api/follow");
  await fail(person, "/api/column");
  const follow = button(page, `${messages.follow} carol.btc`);
  await follow.click();
  await says(page, "The test makes this call fail.");
  await follow.waitFor();
  await look(page, "follow-failed");
  await link(page, "My Network").click();
  await isHeaded(page, before);
});
