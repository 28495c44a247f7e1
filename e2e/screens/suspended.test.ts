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
import { askPlain, button, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

const find = (title: string) => findEndorsement(inject("stillOrigin"), title);

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
  await look(page, "manage-suspended-sender", { bothThemes: true });
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
  await look(page, "own-profile-suspended", { everywhere: true });
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
  await look(page, "manage-suspended-receiver", { bothThemes: true });
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
  await look(page, "manage-held", { bothThemes: true });

  await page.goto("/events");
  const row = page.getByRole("listitem").filter({ hasText: "New endorsement" });
  const dans = shortenPrincipal(dan.address);
  await says(row.filter({ hasText: dans }).first(), "Removed");
  await look(page, "events-removed-sender", { bothThemes: true });
  await page.goto(`/home?endorsement=${earned}`);
  await says(page.getByRole("dialog"), "Kept his word when it cost him", "Removed");
  await look(page, "endorsement-removed-sender", { bothThemes: true });
  await page.goto(`/profile/${bob.address}`);
  const card = page.getByRole("listitem").filter({ hasText: "Kept his word when it cost him" });
  await says(card, "Removed");
  await look(page, "profile-removed-sender", { bothThemes: true });
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
  await look(page, "feed-removed-signer", { bothThemes: true });
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
