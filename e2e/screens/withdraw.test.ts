import { messages } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { Cl } from "@stacks/transactions";
import type { Page, Route } from "playwright-core";
import { expect, inject, test } from "vitest";
import { bob, dan, watcher } from "../../apps/devnet/accounts.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { askPlain, button, fail, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Numbers of the cast's endorsements by their first titles. */
const find = (title: string) => findEndorsement(inject("stillOrigin"), title);
let foundMural: number | undefined;
/** An endorsement of the seed. Once it is withdrawn, no list has it, so its number is kept. */
async function mural(): Promise<number> {
  foundMural ??= await find("The mural on Fifth");
  return foundMural;
}

test("shows a withdrawn endorsement with its reason and block, and offers its receiver to remove it", async () => {
  const { page } = await screens.open(`/profile/${bob.address}`);
  const wall = page.getByRole("region", { name: "Withdrawn by their authors" });
  await says(wall, messages.withdrawnByAuthor, "Bob reviewed an early draft.");
  await look(page, "profile-withdrawn");
  await wall.getByRole("link", { name: "Reviewed our print shop before it opened" }).click();
  const dialog = page.getByRole("dialog");
  await says(dialog, messages.withdrawnByAuthor, "Bob reviewed an early draft.");
  await dialog.getByRole("link", { name: /^block \d+/ }).waitFor();
  await look(page, "endorsement-withdrawn");

  const id = new URL(page.url()).searchParams.get("endorsement");
  const { page: bobs } = await screens.open(`/manage-endorsement/${id}`, "bob");
  await says(bobs, "Its author has withdrawn this endorsement");
  await look(bobs, "manage-withdrawn");
  await button(bobs, "Remove").click();
  await button(bobs.getByRole("dialog"), "Remove for good").click();
  await walletRequest(bobs).cancel();
  await says(bobs, messages.transactionCancelled);

  await bobs.goto(`/manage-endorsement/${await mural()}`);
  await says(bobs, "This endorsement is already approved");
  expect(await bobs.getByRole("button", { name: "Withdraw" }).count(), "it is not his").toBe(0);
});

test("lets the author withdraw with a reason, which is kept over a reload and a failed transaction", async () => {
  const id = await mural();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "carol");
  const dialog = page.getByRole("dialog", { name: "Withdraw this endorsement?" });
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  const request = walletRequest(page);
  await button(page, "Withdraw").click();
  await reason.fill("x".repeat(257));
  await says(dialog, "At most 256 characters");
  await expect.poll(() => button(dialog, "Withdraw for good").count()).toBe(0);
  await reason.fill("I saw another mural.");
  await look(page, "manage-withdraw", { bothThemes: true });
  await page.reload();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("I saw another mural.");
  await button(dialog, "Withdraw for good").click();
  await request.text.getByText("I saw another mural.").waitFor();
  await request.cancel();
  await says(page, messages.transactionCancelled);
  await button(page, "Withdraw").click();
  await button(dialog, "Withdraw for good").click();
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, "Endorsement has been withdrawn");
  await screens.mine();
  await button(page, "Back to the endorsement").click();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("I saw another mural.");
  await reason.fill("");
  await page.reload();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("");

  await button(dialog, "Withdraw for good").click();
  await request.confirm();
  await isHeaded(page, "Endorsement has been withdrawn");
  await says(page, messages.pendingOnChain, "It takes effect with the next block.");
  await look(page, "manage-withdrawal-sent");
  await screens.mine();
  await says(page, "Confirmed on chain", "Its author no longer stands by these words.");
});

test("takes a removed endorsement off the pages where it is open", async () => {
  const id = await mural();
  const visitor = await screens.open(`/endorsement/${id}`);
  const reader = await screens.open(`/home?endorsement=${id}`);
  const receiver = await screens.open(`/endorsement/${id}`, "alice");
  for (const { excused } of [visitor, reader, receiver]) excused.push("/api/milestone");
  await isHeaded(visitor.page, "The mural on Fifth");
  await isHeaded(reader.page.getByRole("dialog"), "The mural on Fifth");
  const { page: alices } = receiver;
  await link(alices, "Manage this endorsement").click();
  await button(alices, "Remove").click();
  await look(alices, "manage-remove-question");
  await button(alices.getByRole("dialog"), "Remove for good").click();
  await walletRequest(alices).confirm();
  await isHeaded(alices, "Endorsement has been removed");
  await says(alices, messages.pendingOnChain);
  await screens.mine();
  await says(alices, "Confirmed on chain", "and its token is burned.");
  await look(alices, "manage-removal-confirmed");

  // It is gone also where it was open.
  await isHeaded(visitor.page, "There is no such endorsement");
  expect(await visitor.page.getByRole("button", { name: "Copy link" }).count()).toBe(0);
  await look(visitor.page, "endorsement-removed");
  await isHeaded(reader.page.getByRole("dialog"), "There is no such endorsement");
  await alices.goBack();
  await alices.waitForURL(`**/endorsement/${id}`);
  await isHeaded(alices, "There is no such endorsement");
});

test("shows the sender and the receiver what its words once were", async () => {
  const id = await find("Calm in a bad week");
  const person = await screens.open(`/endorsement/${id}`, "carol");
  const { page } = person;
  await button(page, "Show the history").click();
  await walletRequest(page).confirm();
  const history = page.getByRole("region", { name: "History of its words" });
  await says(history, "bob.btc", "edited it", "told the customers the truth,", "sent it");
  const mend = await fail(person, "/api/session");
  await page.reload();
  await says(history, "The history could not be loaded");
  await mend();
  await button(history, "Try again").click();
  await says(history, "edited it");
  await look(page, "endorsement-history");
  const stranger = await screens.open(`/endorsement/${id}`, "dan");
  await isHeaded(stranger.page, "Calm in a bad week");
  expect(await stranger.page.getByText("History of its words").count()).toBe(0);
});

/** Prepares a page as bob, to whom the service says that a watcher suspended him. The chain lets him keep his profile. */
async function prepareSuspended(): Promise<Page> {
  const person = await screens.prepare("bob");
  await askPlain(person);
  await person.page.route(
    ({ pathname, search }) => pathname === "/api/column" && search.includes(bob.address),
    (route) =>
      route.fulfill({
        status: 404,
        json: {
          error: {
            code: "suspended",
            message: "A watcher suspended this principal",
            requestId: "1",
          },
        },
      }),
  );
  return person.page;
}

/** Answers with an endorsement as the service gives it while its sender is suspended. */
async function answerHeld(route: Route): Promise<void> {
  const response = await route.fetch();
  const endorsement = await response.json();
  const json = {
    ...endorsement,
    title: "",
    endorsement: "",
    milestoneURI: "",
    draft: undefined,
    column_sender: { ...endorsement.column_sender, suspended: true },
  };
  await route.fulfill({ response, json });
}

test("lets a suspended author withdraw what waits without a reason, and edit nothing", async () => {
  const id = await find("Calm in a bad week");
  const page = await prepareSuspended();
  await page.route(({ pathname }) => pathname === "/api/milestone", answerHeld);
  await page.goto(`/manage-endorsement/${id}`);
  await says(page, "You sent it, so you can still withdraw it.");
  expect(await page.getByRole("link", { name: "Edit the words" }).count()).toBe(0);
  await look(page, "manage-suspended-sender");
  await button(page, "Withdraw").click();
  const dialog = page.getByRole("dialog", { name: "Withdraw this endorsement?" });
  await button(dialog, "Withdraw for good").waitFor();
  expect(await dialog.getByRole("textbox").count(), "the chain refuses a reason").toBe(0);
  await button(dialog, "Withdraw for good").click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
});

test("tells somebody suspended what they may still do, with links to it", async () => {
  const page = await prepareSuspended();
  await page.goto("/home");
  await says(page.getByRole("region", { name: "You" }), "Watchers removed your profile");
  await look(page, "feed-suspended");
  for (const path of ["/network", "/edit-profile", "/new-endorsement"]) {
    await page.goto(path);
    await isHeaded(page, "Watchers removed your profile");
    expect(await page.getByRole("link", { name: messages.createProfile }).count()).toBe(0);
  }
  await link(page, "See what you can still do").click();
  await page.waitForURL("/profile");
  const earned = page.getByRole("region", { name: messages.endorsementsIEarned });
  await says(earned, "Found the bug everyone missed");
  await look(page, "own-profile-suspended");
  await earned.getByRole("link", { name: /^Found the bug everyone missed/ }).click();
  await says(page, "You can remove it from your gallery");
});

test("offers somebody suspended to reject what waits for them, but not to approve it", async () => {
  const id = await find("Sorted forty years of receipts");
  const page = await prepareSuspended();
  await page.route(
    ({ pathname }) => pathname === "/api/milestone",
    async (route) => {
      const response = await route.fetch();
      const endorsement = await response.json();
      const column_receiver = { ...endorsement.column_receiver, address: bob.address };
      await route.fulfill({ response, json: { ...endorsement, column_receiver } });
    },
  );
  await page.goto(`/manage-endorsement/${id}`);
  await says(page, "A watcher suspended you", "You can still reject this.");
  await button(page, messages.reject).waitFor();
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-suspended-receiver");
  await page.goto(`/edit-endorsement/${id}`);
  await isHeaded(page, "A watcher suspended you");
});

test("marks a suspended sender as removed, and holds what they left waiting", async () => {
  const earned = await find("Kept his word when it cost him");
  const waiting = await find("Gave the commission away");
  const { page } = await screens.open(`/manage-endorsement/${waiting}`, "carol");
  await button(page, messages.accept).waitFor();
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: watcher,
      functionName: "watcher-remove-profile",
      args: [Cl.principal(dan.address)],
    },
  ]);
  await says(page, "Its sender was removed", "so its words are not shown.", "Removed");
  await button(page, messages.reject).waitFor();
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  expect(await page.getByText("The words have changed").count(), "nobody edited them").toBe(0);
  await look(page, "manage-held");

  await page.goto("/events");
  const row = page.getByRole("listitem").filter({ hasText: "New endorsement" });
  const dans = shortenPrincipal(dan.address);
  await says(row.filter({ hasText: dans }).first(), "Removed");
  await look(page, "events-removed-sender");
  await page.goto(`/home?endorsement=${earned}`);
  await says(page.getByRole("dialog"), "Kept his word when it cost him", "Removed");
  await page.goto(`/profile/${bob.address}`);
  const card = page.getByRole("listitem").filter({ hasText: "Kept his word when it cost him" });
  await says(card, "Removed");
  await look(page, "profile-removed-sender");
});

test("says on a card that the person who signed for an organization was suspended", async () => {
  const person = await screens.prepare("alice");
  await askPlain(person);
  const { page } = person;
  await page.route(
    ({ pathname }) => pathname === "/api/milestones",
    async (route) => {
      const response = await route.fetch();
      const { items, next } = await response.json();
      const suspended = items.map((one: { organization?: object; column_sender: object }) =>
        one.organization === undefined
          ? one
          : { ...one, column_sender: { ...one.column_sender, suspended: true } },
      );
      await route.fulfill({ response, json: { items: suspended, next } });
    },
  );
  await page.goto("/home");
  const card = page.getByRole("article").filter({ hasText: "Clarity Camp, second cohort" });
  await says(card, "Signed by", "Removed");
  await look(page, "feed-removed-signer");
});

test("says on an open profile that watchers removed it, once they have", async () => {
  const { page } = await screens.open(`/profile/${bob.address}`, "alice");
  await link(page, "Endorse bob.btc").waitFor();
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: watcher,
      functionName: "watcher-remove-profile",
      args: [Cl.principal(bob.address)],
    },
  ]);
  await isHeaded(page, "Watchers removed this profile");
  expect(await page.getByRole("link", { name: "Endorse bob.btc" }).count()).toBe(0);
  await look(page, "profile-removed-while-open");
});
