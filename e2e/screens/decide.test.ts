import { createClient } from "@colonnade/domain/http/client.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { walletRequest } from "../actions/wallet.ts";
import { lookAtLoading } from "../stack/loading.ts";
import { look } from "../stack/look.ts";
import { expectStillness, movesOf, watchMoves } from "../stack/motion.ts";
import { button, callsOf, isHeaded, isTitled, link, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

/** Endorsements of the cast by what was first written over them. */
const licence = () => find("Read the licence so that we did not have to");
const calm = () => find("Calm in a bad week");
const commission = () => find("Gave the commission away");
const hardWeek = () => find("Teaches the hard week");
const mural = () => find("The mural on Fifth");

async function find(title: string): Promise<number> {
  const api = createClient({ origin: inject("stillOrigin") });
  const { items } = await api("pageEndorsements", { query: { limit: 100 } });
  const found = items.find((one) => one.title === title);
  if (found === undefined) throw new Error(`The cast has no ${title}`);
  return found.id;
}

test("whoever is asked reads the words, and may accept or reject them", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await hardWeek()}`, "alice");
  await isHeaded(page, "Approve or reject");
  await says(page, "brings soup", messages.pendingApproval, messages.to);
  expect(await link(page, "clarityuniverse.btc").getAttribute("href")).toBe("/org/1");
  expect(await link(page, "alice.btc").getAttribute("href")).toBe("/profile");
  await button(page, messages.accept).waitFor();
  await button(page, messages.reject).waitFor();
  await look(page, "manage", { everywhere: true });
});

test("whoever is asked reads the newest words of the sender", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await calm()}`, "carol");
  await says(page, "told the customers the truth");
  await button(page, messages.accept).waitFor();
  const changes = page.getByRole("region", { name: "What changed since it was sent" });
  await says(changes.getByRole("insertion"), "told the customers the truth");
  await look(page, "manage-edited");
  const { page: alices } = await screens.open(`/manage-endorsement/${await hardWeek()}`, "alice");
  await button(alices, messages.accept).waitFor();
  expect(await alices.getByRole("region", { name: /^What changed/ }).count()).toBe(0);
});

test("what one suggested oneself cannot be accepted before its author does", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await commission()}`, "carol");
  await says(page, "Your suggestion waits for the sender");
  expect(await button(page, messages.accept).isDisabled()).toBe(true);
  await look(page, "manage-suggested");
});

test("a decision is the receiver's: others read why there is none to take", async () => {
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
    await look(others, account === "dan" ? "manage-sender" : "manage-stranger");
  }
});

test("what is approved is not decided again", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await mural()}`, "alice");
  await says(page, "This endorsement is approved already");
  await isTitled(page, "An approved endorsement: The mural on Fifth");
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-approved");
});

test("an endorsement that is gone, or never was, says so", async () => {
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

test("a decision keeps its place while it loads, and says when it could not", async () => {
  const id = await licence();
  await lookAtLoading(screens, {
    path: `/manage-endorsement/${id}`,
    account: "alice",
    call: "/api/milestone",
    name: "manage",
    outline: (page) => page.getByRole("status").filter({ hasText: "Loading" }),
    failure: "The endorsement could not be loaded",
    content: (page) => button(page, messages.accept),
  });
});

test("the sender edits the words of what is pending", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await calm()}`, "bob");
  await isHeaded(page, messages.editPendingEndorsement);
  const name = page.getByRole("textbox", { name: "Recipient" });
  expect(await name.inputValue()).toBe("carol.btc");
  expect(await name.getAttribute("readonly")).not.toBeNull();
  expect(await page.getByText(messages.approveOrReject).count()).toBe(0);
  await look(page, "edit", { everywhere: true });
  await button(page, messages.submitEditRequest).click();
  await says(page, messages.noChanges);
  await page.getByRole("textbox", { name: "Title" }).fill("");
  await page.getByRole("textbox", { name: "Description" }).fill("x".repeat(2049));
  await says(page, messages.required, messages.descriptionTooLong);
  await button(page, messages.submitEditRequest).click();
  await says(page, messages.required, messages.descriptionTooLong);
  await look(page, "edit-invalid");
});

test("the receiver suggests other words, or goes on to decide", async () => {
  const id = await calm();
  const { page } = await screens.open(`/edit-endorsement/${id}`, "carol");
  await isHeaded(page, messages.editPendingEndorsement);
  await look(page, "edit-receiver");
  await link(page, messages.approveOrReject).click();
  await page.waitForURL(`/manage-endorsement/${id}`);
});

test("an edit cancelled in the wallet is said, and nothing of it is lost", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await calm()}`, "bob");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Calm in a worse week");
  await button(page, messages.submitEditRequest).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "edit-cancelled");
  await page.reload();
  await title.waitFor();
  expect(await title.inputValue()).toBe("Calm in a worse week");
});

test("an edit that the chain refuses says why, and can be sent again", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await calm()}`, "bob");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Calm in the worst week");
  await button(page, messages.submitEditRequest).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, "Your words are sent");
  await screens.mine();
  await isHeaded(page, "The words were not changed");
  await says(page, "Failed on chain.", "The network refused them, so nothing has changed.");
  await look(page, "edit-refused");
  await button(page, "Edit again").click();
  expect(await title.inputValue()).toBe("Calm in the worst week");
});

test("a suggestion stands beside the words it would replace", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await commission()}`, "dan");
  await isHeaded(page, "carol.btc suggests other words");
  await page.locator("ins", { hasText: "Shared" }).first().waitFor();
  await page.locator("del", { hasText: "Gave" }).first().waitFor();
  await button(page, "Accept the suggestion").waitFor();
  await look(page, "edit-suggestion");
});

test("words are edited by their two sides only, and not once they are approved", async () => {
  const id = await calm();
  const { page } = await screens.open(`/edit-endorsement/${id}`);
  await says(page, messages.connectToContinue);
  await look(page, "edit-signed-out");
  const { page: alices } = await screens.open(`/edit-endorsement/${id}`, "alice");
  await isHeaded(alices, "Only the sender and the receiver can edit this");
  await isTitled(alices, "Only the sender and the receiver can edit this");
  await look(alices, "edit-stranger");
  await alices.goto(`/edit-endorsement/${await mural()}`);
  await isHeaded(alices, "This endorsement is approved");
  await look(alices, "edit-approved");
});

test("words that change while they are read are shown before anything is decided", async () => {
  const id = await calm();
  const { page: carols } = await screens.open(`/manage-endorsement/${id}`, "carol");
  await button(carols, messages.accept).waitFor();
  // What is read out has to come into a place that stood there before.
  const announced = await carols.getByRole("main").getByRole("status").elementHandle();
  expect(await announced?.textContent()).toBe("");
  const { page: bobs } = await screens.open(`/edit-endorsement/${id}`, "bob");
  await bobs.getByRole("textbox", { name: "Title" }).fill("Calm in two bad weeks");
  await button(bobs, messages.submitEditRequest).click();
  await walletRequest(bobs).confirm();
  await isHeaded(bobs, "Your words are sent");
  await says(bobs, messages.pendingOnChain);
  await look(bobs, "edit-sent");
  await bobs.reload();
  await isHeaded(bobs, "Your words are sent");
  await says(bobs, messages.pendingOnChain);
  await screens.mine();
  await says(bobs, "Confirmed on chain");
  const changed = carols.getByRole("region", { name: "The words have changed" });
  await expect
    .poll(() => announced?.innerText())
    .toMatch(/^The words have changed\n+They were edited .+ nothing is decided/);
  // Whoever reads on does not come to it a second time.
  expect(await carols.getByText("They were edited while you were reading").count()).toBe(1);
  await says(changed.getByRole("insertion"), "two");
  await says(changed.getByRole("deletion"), "a");
  expect(await button(carols, messages.accept).isDisabled()).toBe(true);
  await look(carols, "manage-outdated");
  await button(carols, "Show the new words").click();
  await isHeaded(carols, "Calm in two bad weeks");
  expect(await changed.count()).toBe(0);
  expect(await announced?.textContent()).toBe("");
  expect(await button(carols, messages.accept).isDisabled()).toBe(false);
});

test("a decision cancelled in the wallet is said, and none is taken", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await hardWeek()}`, "alice");
  await button(page, messages.accept).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "manage-cancelled");
  await button(page, messages.reject).click();
  await walletRequest(page).cancel();
  await expect.poll(() => button(page, messages.accept).isDisabled()).toBe(false);
  expect(await button(page, messages.reject).isDisabled()).toBe(false);
  await isHeaded(page, "Approve or reject");
});

test("the seal comes down on the paper, and for whoever asked for no movement it is there", async () => {
  const path = `/manage-endorsement/${await calm()}`;
  const { page: moved } = await screens.prepare("carol", { reducedMotion: "no-preference" });
  await watchMoves(moved);
  await moved.goto(path);
  await acceptInVain(moved);
  // The paper is laid, the seal pressed on it, and rings open around them.
  await expect
    .poll(() => movesOf(moved))
    .toMatchObject({
      ended: { "sealing-lay": 0.42, "sealing-press": 0.9, "sealing-open": 2.2 },
    });
  await screens.mine();
  await isHeaded(moved, "The endorsement was not approved");

  const { page: still } = await screens.prepare("carol");
  await watchMoves(still);
  await still.goto(path);
  await acceptInVain(still);
  await expect.poll(() => movesOf(still)).toHaveProperty("ended.sealing-press");
  await screens.mine();
  await isHeaded(still, "The endorsement was not approved");
  await expectStillness(still);
});

test("accepting stamps a seal, waits for its block, and is confirmed", async () => {
  const id = await hardWeek();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "alice");
  await button(page, messages.accept).click();
  await walletRequest(page).confirm();
  await isHeaded(page, messages.endorsementApproved);
  await says(page, messages.pendingOnChain);
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

test("rejecting is said, waits for its block, and the endorsement is gone", async () => {
  const id = await licence();
  const { page, excused } = await screens.open(`/manage-endorsement/${id}`, "alice");
  await button(page, messages.reject).click();
  await walletRequest(page).confirm();
  await isHeaded(page, messages.endorsementRejected);
  await says(page, messages.pendingOnChain);
  await look(page, "manage-rejected");
  await screens.mine();
  await says(page, "Confirmed on chain", "It is gone for good.");
  excused.push("/api/milestone");
  await page.goto(`/manage-endorsement/${id}`);
  await isHeaded(page, "There is no such endorsement");
});

test("a decision that the chain refuses is taken back, and the endorsement still waits", async () => {
  const id = await calm();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "carol");
  await acceptInVain(page);
  await screens.mine();
  await isHeaded(page, "The endorsement was not approved");
  await says(page, "Failed on chain.");
  await look(page, "manage-refused");
  await button(page, "Back to the endorsement").click();
  await button(page, messages.accept).waitFor();
});

/** Accepts what the page shows, in a transaction that the chain is going to refuse. */
async function acceptInVain(page: Page): Promise<void> {
  await button(page, messages.accept).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.endorsementApproved);
}
