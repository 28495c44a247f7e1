import { askedToAcceptMessage, messages, suggestedByMessage } from "@colonnade/domain/messages.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { clarityuniverse } from "../../apps/devnet/accounts.ts";
import { findEndorsement, rejectEndorsement } from "../actions/endorsement.ts";
import { connect, disconnect, walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { expectStillness, movesOf, watchMoves } from "../stack/motion.ts";
import { lookAtLoading } from "./loading.ts";
import {
  askPlain,
  button,
  callsOf,
  isHeaded,
  isTitled,
  link,
  says,
  setUpScreens,
} from "./screens.ts";

const screens = setUpScreens();

/** Numbers of the cast's endorsements by their first titles. */
const find = (title: string) => findEndorsement(inject("stillOrigin"), title);
const licence = () => find("Read the licence so that we did not have to");
const calm = () => find("Calm in a bad week");
const commission = () => find("Gave the commission away");
const hardWeek = () => find("Teaches the hard week");
const mural = () => find("The mural on Fifth");

/** Accepts what the page shows in a transaction that will fail on chain. */
async function acceptInVain(page: Page): Promise<void> {
  await button(page, messages.accept).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.endorsementApproved);
}

test("shows the receiver the words, with buttons to accept and reject while they wait", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await hardWeek()}`, "alice");
  await isHeaded(page, "Approve or reject");
  await says(page, "brings soup", messages.pendingApproval, messages.to);
  const senders = page.getByRole("main").getByRole("link", { name: /^clarityuniverse.btc/ });
  const organization = senders.filter({ hasText: "Organization" });
  expect(await organization.getAttribute("href")).toBe("/org/1");
  await says(page, "Signed by clarityuniverse.btc");
  const signer = senders.filter({ hasNotText: "Organization" });
  expect(await signer.getAttribute("href")).toBe(`/profile/${clarityuniverse.address}`);
  expect(await link(page, "alice.btc").getAttribute("href")).toBe("/profile");
  await button(page, messages.accept).waitFor();
  await button(page, messages.reject).waitFor();
  expect(await page.getByRole("region", { name: /^What changed/ }).count()).toBe(0);
  await look(page, "manage", { everywhere: true });
  await page.goto(`/manage-endorsement/${await mural()}`);
  await says(page, "This endorsement is already approved");
  await isTitled(page, "An approved endorsement: The mural on Fifth");
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-approved");
  await page.goto(`/manage-endorsement/${await commission()}`);
  await says(page, messages.notReceiver);
  expect(await page.getByText("Shared").count(), "a suggestion is not for others").toBe(0);
});

test("shows the receiver the author's newest words, to accept also while their own suggestion is open", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await calm()}`, "carol");
  await says(page, "told the customers the truth");
  await button(page, messages.accept).waitFor();
  const changes = page.getByRole("region", { name: "What changed since it was sent" });
  await says(changes.getByRole("insertion"), "told the customers the truth");
  await look(page, "manage-edited");
  await page.goto(`/manage-endorsement/${await commission()}`);
  await isHeaded(page, "Gave the commission away");
  const suggestion = page.getByRole("region", { name: suggestedByMessage("carol.btc") });
  await says(suggestion.getByRole("insertion"), "Shared");
  await says(suggestion, "Approving accepts the words above and drops your suggestion.");
  await expect.poll(() => button(page, messages.accept).isDisabled()).toBe(false);
  await look(page, "manage-suggested");
  await page.goto(`/home?endorsement=${await commission()}`);
  await isHeaded(page.getByRole("dialog"), suggestedByMessage("carol.btc"));
});

test("tells everybody but the receiver why they cannot decide", async () => {
  const id = await licence();
  const { page } = await screens.open(`/manage-endorsement/${id}`);
  await says(page, messages.loginToReject);
  await button(page, messages.connectWallet).waitFor();
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-signed-out");
  for (const account of ["bob", "dan"]) {
    const { page: others } = await screens.open(`/manage-endorsement/${id}`, account);
    await says(others, messages.notReceiver);
    expect(await others.getByRole("button", { name: messages.reject }).count()).toBe(0);
    if (account === "bob") await look(others, "manage-stranger");
    else await look(others, "manage-sender");
  }
});

test("shows hidden characters, a claimed date, words that show nothing, and whose host an image lies at", async () => {
  const id = await hardWeek();
  const person = await screens.prepare("alice");
  const { page } = person;
  await askPlain(person);
  const changed = {
    title: "Owes me \u202e000,01 STX",
    endorsement: "\u2800",
    wordsHeight: 5000,
    wordsTxId: `0x${"e".repeat(64)}`,
    blank: true,
    milestoneURI: "https://images.example/soup.svg",
  };
  await page.route(
    ({ searchParams }) => searchParams.get("url") === changed.milestoneURI,
    (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
  );
  await page.route(
    ({ pathname }) => pathname === "/api/milestone",
    async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), ...changed };
      await route.fulfill({ response, json });
    },
  );
  await page.goto(`/manage-endorsement/${id}`);
  await says(page, "U+202E", "U+2800", "These words show nothing");
  await says(page, "Edited", "block 5,000", "by its author", "0xeeeeee…eeeeee");
  await says(page, "images.example", "whose owner can change it at any time");
  await look(page, "manage-hidden-characters");
  await page.goto(`/edit-endorsement/${id}`);
  await says(page, "These words have invisible characters", "U+202E");
  await page.getByRole("textbox", { name: "Title" }).fill("\u2800");
  await says(page, messages.required);
  await look(page, "edit-hidden-characters");
});

test("says when an endorsement does not exist", async () => {
  const { page, excused } = await screens.prepare("alice");
  const asked = callsOf(page, "/api/milestone");
  for (const path of ["/manage-endorsement/this", "/manage-endorsement/0"]) {
    await page.goto(path);
    await isHeaded(page, "There is no such endorsement");
  }
  expect(asked).toEqual([]);
  excused.push("/api/milestone");
  for (const path of ["/manage-endorsement/404", "/edit-endorsement/404"]) {
    await page.goto(path);
    await isHeaded(page, "There is no such endorsement");
  }
  await isTitled(page, "Not found");
  await look(page, "manage-gone");
  await page.goto("/edit-endorsement/this");
  await isHeaded(page, messages.selectMilestone);
  await look(page, "edit-nothing");
});

test("shows a skeleton while an endorsement loads, and says when that fails", async () => {
  const id = await licence();
  await lookAtLoading(screens, {
    path: `/manage-endorsement/${id}`,
    account: "alice",
    call: "/api/milestone",
    name: "manage",
    skeleton: (page) => page.getByRole("status").filter({ hasText: "Loading" }),
    failure: "The endorsement could not be loaded",
    content: (page) => button(page, messages.accept),
  });
});

test("shows words that changed while they were read, before anything can be decided", async () => {
  const id = await calm();
  const { page: carols } = await screens.open(`/manage-endorsement/${id}`, "carol");
  await button(carols, messages.accept).waitFor();
  // Screen readers announce only what changes in an element that exists already.
  const announced = await carols.getByRole("main").getByRole("status").elementHandle();
  expect(await announced?.textContent()).toBe("");
  const { page: bobs } = await screens.open(`/edit-endorsement/${id}`, "bob");
  await bobs.getByRole("textbox", { name: "Title" }).fill("Calm in two bad weeks");
  await button(bobs, messages.submitEditRequest).click();
  await walletRequest(bobs).confirm();
  await isHeaded(bobs, "Your words have been sent");
  await says(bobs, messages.pendingOnChain);
  await look(bobs, "edit-sent");
  await bobs.reload();
  await isHeaded(bobs, "Your words have been sent");
  await says(bobs, messages.pendingOnChain);
  await button(carols, messages.reject).click();
  const question = carols.getByRole("dialog", { name: "Reject this endorsement?" });
  await question.waitFor();
  await screens.mine();
  await says(bobs, "Confirmed on chain");
  await question.waitFor({ state: "detached" });
  const changed = carols.getByRole("region", { name: "The words have changed" });
  await expect
    .poll(() => announced?.innerText())
    .toMatch(/^The words have changed\n+They were edited .+ nothing is decided/);
  // Screen readers do not announce it twice.
  expect(await carols.getByText("They were edited while you were reading").count()).toBe(1);
  await says(changed.getByRole("insertion"), "two");
  await says(changed.getByRole("deletion"), "a");
  await expect.poll(() => button(carols, messages.accept).isDisabled()).toBe(true);
  await look(carols, "manage-outdated");
  await button(carols, "Show the new words").click();
  await isHeaded(carols, "Calm in two bad weeks");
  await changed.waitFor({ state: "detached" });
  await expect.poll(() => announced?.textContent()).toBe("");
  await expect.poll(() => button(carols, messages.accept).isDisabled()).toBe(false);
});

test("animates the seal of a decision, and takes it back once the chain refused it", async () => {
  const { page } = await screens.prepare("carol", { reducedMotion: "no-preference" });
  await watchMoves(page);
  await page.goto(`/manage-endorsement/${await calm()}`);
  await acceptInVain(page);
  // The paper, the seal on it, and the rings around them.
  await expect
    .poll(() => movesOf(page))
    .toMatchObject({
      ended: { "sealing-lay": 0.42, "sealing-press": 0.9, "sealing-open": 2.2 },
    });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await screens.mine();
  await isHeaded(page, "The endorsement was not approved");
  await says(page, "Failed on chain.");
  await look(page, "manage-refused");
  await button(page, "Back to the endorsement").click();
  await button(page, messages.accept).waitFor();
});

test("shows the seal at once under reduced motion, and a decision to nobody else once its wallet disconnects", async () => {
  const { page } = await screens.prepare("carol");
  await watchMoves(page);
  await page.goto(`/manage-endorsement/${await calm()}`);
  await acceptInVain(page);
  await expect.poll(() => movesOf(page)).toHaveProperty("ended.sealing-press");
  await expectStillness(page);
  await disconnect(page);
  await says(page, messages.loginToReject);
  await button(page.getByRole("main"), messages.connectWallet).waitFor();
  expect(await page.getByText(messages.endorsementApproved).count()).toBe(0);
  await connect(page, "dan");
  await says(page, messages.notReceiver);
  await screens.mine();
});

test("stamps an accepted endorsement, and confirms it once its block is there, but decides nothing after a cancelled wallet", async () => {
  const id = await hardWeek();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "alice");
  await button(page, messages.accept).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "manage-cancelled");
  await rejectEndorsement(page);
  await walletRequest(page).cancel();
  await expect.poll(() => button(page, messages.accept).isDisabled()).toBe(false);
  await expect.poll(() => button(page, messages.reject).isDisabled()).toBe(false);
  await isHeaded(page, "Approve or reject");
  await button(page, messages.accept).click();
  await walletRequest(page).confirm();
  await isHeaded(page, messages.endorsementApproved);
  await says(page, messages.pendingOnChain);
  await page.getByRole("main").locator(".sealing").waitFor();
  await look(page, "manage-accepted");
  await page.reload();
  await isHeaded(page, messages.endorsementApproved);
  await says(page.getByRole("main"), "Teaches the hard week");
  await page.getByRole("main").locator("img").first().waitFor();
  await screens.mine();
  await says(page, "Confirmed on chain", "It is yours");
  await look(page, "manage-accepted-confirmed");
  await link(page, messages.goHome).click();
  await page.waitForURL("/home");
});

test("asks the author to accept a suggestion, and lets the receiver take it back or reject the words after one question", async () => {
  const id = await licence();
  const { page, excused } = await screens.open(`/edit-endorsement/${id}`, "alice");
  await page.getByRole("textbox", { name: "Title" }).fill("Read the licence aloud");
  await button(page, messages.submitEditRequest).click();
  await walletRequest(page).confirm();
  await isHeaded(page, askedToAcceptMessage("dan.btc"));
  expect(await page.getByRole("main").locator(".sealing").count(), "nothing is sealed").toBe(0);
  await look(page, "edit-asked");
  await screens.mine();
  await says(page, "Confirmed on chain", "Until they accept, the old words stand");
  await button(page, "See the endorsement").click();
  await isHeaded(page, suggestedByMessage("alice.btc"));
  await look(page, "edit-own-suggestion");
  await button(page, "Take it back").click();
  await walletRequest(page).confirm();
  await isHeaded(page, "You take your suggestion back");
  await says(page, messages.pendingOnChain, "The words of the author stand.");
  await page.reload();
  await isHeaded(page, "You take your suggestion back");
  await look(page, "edit-taken-back");
  await screens.mine();
  await says(page, "Confirmed on chain", "The words of the author stand");
  expect(await page.getByText(askedToAcceptMessage("dan.btc")).count()).toBe(0);
  await button(page, "See the endorsement").click();
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await expect.poll(() => page.getByText(suggestedByMessage("alice.btc")).count()).toBe(0);

  await link(page, messages.approveOrReject).click();
  await button(page, messages.reject).click();
  const dialog = page.getByRole("dialog", { name: "Reject this endorsement?" });
  await dialog.waitFor();
  await look(page, "manage-reject-question", { bothThemes: true });
  await button(dialog, "Keep it").click();
  await dialog.waitFor({ state: "hidden" });
  await rejectEndorsement(page);
  await walletRequest(page).confirm();
  await isHeaded(page, messages.endorsementRejected);
  await says(page, messages.pendingOnChain);
  await look(page, "manage-rejected");
  await screens.mine();
  await says(page, "Confirmed on chain", "It is gone for good.");
  // Until its lists are loaded again, a reload would say what was decided once more.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("pendingTransactions")))
    .toBeNull();
  excused.push("/api/milestone");
  await page.goto(`/manage-endorsement/${id}`);
  await isHeaded(page, "There is no such endorsement");
});

test("offers to block a sender, alone or with everything pending from them", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await commission()}`, "carol");
  await button(page, "Block").click();
  const dialog = page.getByRole("dialog", { name: "Block dan.btc?" });
  await says(
    dialog,
    "dan.btc",
    "can no longer send you anything, invite you,",
    "You can unblock them at any time.",
  );
  await button(dialog, `${messages.blockAndRejectAll} (1)`).waitFor();
  await look(page, "manage-block");
  await button(dialog, "Block").click();
  await walletRequest(page).confirm();
  await says(page, "Your block of dan.btc is being confirmed");
  // After the block, the node's answer about it comes late.
  const late = Promise.withResolvers<void>();
  await page.route("**/is-sender-blocked", async (route) => {
    await late.promise;
    await route.continue();
  });
  await screens.mine();
  await says(
    page,
    "dan.btc can no longer send you anything.",
    "Your block of dan.btc is being confirmed",
  );
  late.resolve();
  await says(page, "You have blocked dan.btc");
  await page.goto("/events");
  await button(page, "Show my blocks").click();
  await walletRequest(page).confirm();
  const blocked = page.getByRole("region", { name: "Blocked" });
  await says(blocked, "Blocks are kept on chain, where everybody can read them.", "dan.btc");
  await look(page, "events-blocked");
  await blocked.getByRole("button", { name: "Unblock dan.btc" }).click();
  await walletRequest(page).confirm();
  await screens.mine();
  await says(blocked, "You have blocked nobody.");

  const { page: alices } = await screens.open(`/manage-endorsement/${await hardWeek()}`, "alice");
  await button(alices, "Block").click();
  const question = alices.getByRole("dialog", { name: /^Block clarityuniverse\.btc/ });
  await says(question, "Organization", "can no longer send you anything, invite you,");
  await button(question, "Do not block").click();
  await question.waitFor({ state: "detached" });
  await button(alices, "Block").click();
  await button(question, "Block").click();
  await walletRequest(alices).confirm();
  await screens.mine();
  const toast = alices.getByRole("alert").filter({ hasText: "can no longer send you anything." });
  await says(toast, "clarityuniverse.btc", "Organization");
  await look(alices, "toast-organization-blocked");
});
