import { categories } from "@colonnade/domain/category.ts";
import { messages, suggestedByMessage } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, atelier, bob, dan } from "../../apps/devnet/accounts.ts";
import { signIn } from "../../apps/devnet/seed/sign-in.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { editCalm } from "./edit-calm.ts";
import { askPlain, button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** What waits for the viewer, beside the events. */
const panel = (page: Page) => page.getByRole("complementary", { name: "Waiting for you" });

test("asks for a wallet on the events page", async () => {
  const { page } = await screens.open("/events");
  await isHeaded(page, messages.myEvents);
  await says(page, messages.connectToContinue);
  await look(page, "events-signed-out");
});

test("shows a new member no events and nothing to approve", async () => {
  const { page } = await screens.open("/events", "grace");
  await isHeaded(page, "Nothing has happened yet");
  await isHeaded(page, messages.pendingMyApproval);
  await says(page, messages.noEndorsementsPending);
  await look(page, "events-empty");
});

test("lists events newest first, with links, and marks an endorsement whose decision is pending", async () => {
  const { page } = await screens.open("/events", "carol");
  await isHeaded(page, messages.myEvents);
  const rows = page.getByRole("region", { name: messages.myEvents }).getByRole("listitem");
  await rows.first().waitFor();
  const dates = await rows
    .locator("time")
    .evaluateAll((times) => times.map((one) => one.getAttribute("datetime") ?? ""));
  expect(dates).toEqual(dates.toSorted().toReversed());
  const registered = rows.filter({ hasText: "Profile registration" }).getByRole("link");
  expect(await registered.getAttribute("href")).toMatch(/0x[0-9a-f]{64}/);
  await rows.filter({ hasText: "Profile registration" }).getByText("Success").waitFor();
  await panel(page)
    .getByRole("link", { name: /Gave the commission away/ })
    .waitFor();
  await look(page, "events", { everywhere: true });
  const followed = rows.filter({ hasText: "New follower" });
  await says(followed, "alice.btc follows you");
  await followed.getByRole("link", { name: "New follower alice.btc" }).click();
  await page.waitForURL(`/profile/${alice.address}`);

  await page.goBack();
  const waiting = panel(page).getByRole("link", { name: /Calm in/ });
  await waiting.click();
  await button(page, messages.accept).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.endorsementApproved);
  await page.goto("/events");
  await says(waiting, "Being confirmed");
  await look(page, "events-decided");
  await screens.mine();
  await expect.poll(() => waiting.getByText("Being confirmed").count()).toBe(0);
  await waiting.waitFor();
});

test("says in an event who, to whom and which title, and opens the endorsement, or says why it was refused", async () => {
  const call = { sender: dan, functionName: "approve-endorsement", args: [Cl.uint(999_999)] };
  await expect(sendAndMine(inject("stillNodeUrl"), [call])).rejects.toThrow("(err u1300)");
  const { page } = await screens.open("/events", "dan");
  const row = page.getByRole("listitem").filter({ hasText: "Approval of an endorsement" }).first();
  await says(row, "№ 999999", "Failed. There is no such endorsement.");
  await look(page, "events-refused");

  const event = page
    .getByRole("listitem")
    .filter({ hasText: "New endorsement" })
    .filter({ hasText: "Clarity Camp, second cohort" });
  await says(event, "by clarityuniverse.btc to you", "Organization");
  await event.getByRole("link", { name: "Clarity Camp, second cohort" }).click();
  const dialog = page.getByRole("dialog");
  await says(dialog, "Completed all nine weeks", "Signed by clarityuniverse.btc");
  await look(page, "events-endorsement");
});

test("shows an event as pending until its block, and says why it failed", async () => {
  const { page } = await screens.open("/edit-profile", "atelier");
  await page.getByRole("textbox", { name: messages.summary }).fill("We bake no bread.");
  await button(page, messages.confirmChanges).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await says(page, messages.pendingOnChain);
  await link(page, "Events").click();
  const row = page.getByRole("listitem").filter({ hasText: "New statement" }).first();
  await row.getByText("Pending").waitFor();
  await look(page, "events-pending");
  await screens.mine();
  await row.getByText(/^Failed\. /).waitFor();
  // Its admin is not invited.
  const own = page.getByRole("listitem").filter({ hasText: "Admission of an organization" });
  await says(own, "to you");
  expect(await own.getByText("invites you").count()).toBe(0);
});

test("shows skeletons while events load, and says when that fails", async () => {
  const person = await screens.prepare("carol");
  const { page } = person;
  const release = await hold(person, "/api/events");
  await page.goto("/events");
  await panel(page)
    .getByRole("link", { name: /Gave the commission away/ })
    .waitFor();
  await look(page, "events-loading");
  await release();
  await says(page, "Profile registration");

  const calls = ["/api/events", "/api/milestones", "/api/inbox", "/api/session"];
  const mends = await Promise.all(calls.map((call) => fail(person, call)));
  await page.goto("/events");
  const failures = [
    "Your events could not be loaded",
    "Pending endorsements could not be loaded",
    "What others suggest to you could not be loaded",
    "Your invitations could not be loaded",
    "Your rejected words could not be loaded",
    "Your blocks could not be loaded",
  ];
  for (const failure of failures) await isHeaded(page, failure);
  await look(page, "events-failed");
  for (const mend of mends) await mend();
  // The last two ask for the same, so one press is for both.
  for (const failure of failures.slice(0, -1)) {
    const alert = page.getByRole("alert").filter({ hasText: failure });
    await button(alert, "Try again").click();
    await alert.waitFor({ state: "detached" });
  }
  await says(page, "Profile registration", "Show my rejected words", "Show my blocks");
  await says(panel(page), "Gave the commission away");
});

/** Sends an endorsement to dan from somebody without a tie to him. */
async function sendRequest(title: string): Promise<void> {
  const args = [
    Cl.principal(atelier.address),
    Cl.principal(dan.address),
    Cl.stringUtf8(title),
    Cl.uint(1),
    Cl.stringUtf8("We checked the sum twice."),
    Cl.stringAscii(categories[0].imageAddress),
    Cl.none(),
  ];
  const call = { sender: atelier, functionName: "submit-endorsement", args };
  await sendAndMine(inject("stillNodeUrl"), [call]);
}

test("shows the author what the receiver suggests, to accept it, and gathers what strangers sent under requests", async () => {
  const { page } = await screens.open("/events", "dan");
  const event = page.getByRole("listitem").filter({ hasText: "Suggestion for an endorsement" });
  await says(event, "by carol.btc to you", "Gave the commission away");
  const suggestions = page.getByRole("region", { name: messages.suggestionsWaiting });
  await says(suggestions, suggestedByMessage("carol.btc"));
  await says(suggestions.getByRole("deletion"), "Gave");
  await says(suggestions.getByRole("insertion"), "Shared");
  await says(suggestions, "To stop unwanted ones, withdraw the endorsement.");
  const pending = page.getByRole("region", { name: messages.pendingMyApproval });
  const requests = pending.getByRole("region", { name: messages.requests });
  await requests.getByRole("link", { name: /Sorted forty years of receipts/ }).waitFor();
  await says(requests, "From people you have no connection to.");
  expect(await pending.getByRole("link").last().textContent()).toContain("Sorted forty years");
  await look(page, "events-suggestion");
  await sendRequest("Counts in her head");
  await requests
    .getByRole("link", { name: /Counts in her head/ })
    .first()
    .waitFor();
  expect(await page.locator(".Toastify__toast").count(), "a request raises no toast").toBe(0);
  const { page: visitors } = await screens.open(`/profile/${dan.address}`);
  await says(visitors, "Balanced the books in the open");
  expect(await visitors.getByText("Sorted forty years").count(), "visitors see none").toBe(0);
  await button(suggestions, messages.acceptSuggestion).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await suggestions.getByRole("link", { name: /commission/ }).click();
  await page.waitForURL(/\/manage-endorsement\/\d+$/);
  await link(page, messages.acceptSuggestion).waitFor();
  await look(page, "manage-suggested-author");
  await link(page, messages.acceptSuggestion).click();
  await page.waitForURL(/\/edit-endorsement\/\d+$/);
  await button(page, messages.acceptSuggestion).waitFor();
});

test("tells those whom a founding invites that they are invited", async () => {
  const { page } = await screens.open("/events", "alice");
  const founding = page.getByRole("listitem").filter({ hasText: "Admission of an organization" });
  await says(founding, "atelier.btc", "invites you to represent it");
  await look(page, "events-founding");
});

test("reads past pages on which nothing waits", async () => {
  const person = await screens.prepare("carol");
  const { page } = person;
  await askPlain(person);
  const isFirst = ({ pathname, searchParams }: URL) =>
    pathname === "/api/milestones" && searchParams.has("requests") && !searchParams.has("before");
  await page.route(isFirst, (route) => route.fulfill({ json: { items: [], next: "1000000" } }));
  await page.goto("/events");
  await panel(page)
    .getByRole("link", { name: /Gave the commission away/ })
    .waitFor();
  expect(await page.getByText(messages.noEndorsementsPending).count()).toBe(0);
});

test("chooses several endorsements to reject or to block, says that it is under way, and does nothing after a cancelled wallet", async () => {
  const { page } = await screens.open("/events", "carol");
  await button(page, "Reject several at once").click();
  await page.getByRole("checkbox", { name: /Gave the commission away/ }).check();
  await page.getByRole("checkbox", { name: /Calm in/ }).check();
  await says(page, "2 of at most 20 chosen.");
  await look(page, "events-choosing");
  await button(page, "Reject 2").click();
  const dialog = page.getByRole("dialog", { name: "Reject 2?" });
  await button(dialog, messages.blockAndRejectAll).waitFor();
  await says(dialog, "Blocking refuses whatever they send you from now on.");
  const names = dialog.getByRole("listitem");
  await expect.poll(() => names.allTextContents()).toEqual(["dan.btc", "bob.btc"]);
  await look(page, "events-reject-several", { bothThemes: true });
  await button(dialog, "Reject 2 for good").click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);

  const gate = Promise.withResolvers<void>();
  await page.route("**/v2/contracts/call-read/**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const reject = button(page, "Reject 2");
  await reject.click();
  await button(dialog, messages.blockAndRejectAll).click();
  await expect.poll(() => reject.getAttribute("aria-busy")).toBe("true");
  await look(page, "events-reject-asking");
  gate.resolve();
  await walletRequest(page).cancel();
  await expect.poll(() => reject.getAttribute("aria-busy")).toBe(null);
  await button(page, "Cancel").click();
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);
});

test("shows the author the words that were rejected, after signing in", async () => {
  const { page } = await screens.open("/events", "bob");
  await button(page, "Show my rejected words").click();
  await walletRequest(page).confirm();
  const rejected = page.getByRole("region", { name: "Your rejected words" });
  await says(rejected, "Only you see them here.", "Nobody has rejected your words.");
  await look(page, "events-rejected");
});

test("says which of the chosen endorsements changed, until it is chosen again, or before their rejection, and rejects the rest", async () => {
  const { page } = await screens.open("/events", "carol");
  await button(page, "Reject several at once").click();
  const gift = page.getByRole("checkbox", { name: /Gave the commission away/ });
  const calm = page.getByRole("checkbox", { name: /Calm in/ });
  await gift.check();
  await calm.check();
  await editCalm("Calm in a long week");
  const left = page.getByRole("alert").filter({ hasText: "since you chose it, and is left out." });
  await says(left, "Calm in a bad week");
  await gift.uncheck();
  await says(page, "0 of at most 20 chosen.");
  await says(left, "Calm in a bad week");
  await look(page, "events-chosen-changed");
  await calm.check();
  await says(page, "1 of at most 20 chosen.");
  expect(await left.count()).toBe(0);

  await gift.check();
  await button(page, "Reject 2").click();
  await button(page.getByRole("dialog"), "Reject 2 for good").click();
  const request = walletRequest(page);
  await request.text.getByText("pending-endorsement").first().waitFor();
  await editCalm("Calm in a loud week");
  await request.confirm();
  await says(panel(page), "Rejecting 2 endorsements", messages.pendingOnChain);
  await look(page, "events-rejecting");
  await panel(page)
    .getByRole("link", { name: /Gave the commission away/ })
    .click();
  await isHeaded(page, messages.endorsementRejected);
  await says(page, messages.pendingOnChain);
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-rejecting");
  await page.goBack();
  await says(panel(page), "Rejecting 2 endorsements");
  await screens.mine();
  const failed = panel(page).getByRole("status").filter({ hasText: "Nothing was rejected" });
  await says(failed, "Calm in", "The words changed");
  await look(page, "events-reject-changed");
  await button(failed, "Reject the other 1").click();
  await request.confirm();
  await screens.mine();
  await says(panel(page), "You have rejected one endorsement");
  await look(page, "events-rejected-several");
});

test("shows what changed after the page was answered and before the stream of changes began", async () => {
  const person = await screens.prepare("dan");
  const { page } = person;
  const letThrough = await hold(person, "/api/stream");
  await page.goto("/events");
  await isHeaded(page, messages.myEvents);
  const events = page.getByRole("main").getByRole("listitem");
  await events.first().waitFor();
  const follower = events.filter({ hasText: "bob.btc" }).filter({ hasText: "New follower" });
  expect(await follower.count()).toBe(0);
  const api = await signIn(inject("stillOrigin"), bob);
  await api("follow", { body: { userPrincipal: bob.address, profilePrincipal: dan.address } });
  await letThrough();
  await follower.waitFor();
});
