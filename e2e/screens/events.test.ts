import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import { expect, inject, test } from "vitest";
import { alice, dan } from "../../apps/devnet/accounts.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import {
  button,
  fail,
  hold,
  isHeaded,
  link,
  runUntil,
  says,
  setScreens,
} from "../stack/screens.ts";

const screens = setScreens();

test("events are somebody's: without a wallet it is asked for", async () => {
  const { page } = await screens.open("/events");
  await isHeaded(page, messages.myEvents);
  await says(page, messages.connectToContinue);
  await look(page, "events-signed-out");
});

test("whoever is new has no events and nothing to approve", async () => {
  const { page } = await screens.open("/events", "grace");
  await isHeaded(page, "Nothing has happened yet");
  await isHeaded(page, messages.pendingMyApproval);
  await says(page, messages.noEndorsementsPending);
  await look(page, "events-empty");
});

test("events are listed newest first, and lead to the follower or to the explorer", async () => {
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
  await registered.getByText("Success").waitFor();
  await page.getByRole("link", { name: /Shared the commission/ }).waitFor();
  await look(page, "events", { everywhere: true });
  await rows.filter({ hasText: "New follower" }).filter({ hasText: "alice.btc" }).click();
  await page.waitForURL(`/profile/${alice.address}`);
});

test("an event is pending until its block, and says why when it failed", async () => {
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
  await look(page, "events-failed-event");
});

test("an event that the contract refused says about what, and why", async () => {
  const call = { sender: dan, functionName: "approve-endorsement", args: [Cl.uint(999_999)] };
  await expect(sendAndMine(inject("stillNodeUrl"), [call])).rejects.toThrow("(err u1300)");
  const { page } = await screens.open("/events", "dan");
  const row = page.getByRole("listitem").filter({ hasText: "Approval of an endorsement" }).first();
  await says(row, "№ 999999", "Failed. There is no such endorsement.");
  await look(page, "events-refused");
});

test("events keep their places while they load, and say when they could not", async () => {
  const loading = await screens.prepare("carol");
  const release = await hold(loading, "/api/events");
  await loading.page.goto("/events");
  await loading.page.getByRole("link", { name: /Shared the commission/ }).waitFor();
  await look(loading.page, "events-loading");
  await release();
  await says(loading.page, "Profile registration");

  const failing = await screens.prepare("carol");
  const { page } = failing;
  const mendEvents = await fail(failing, "/api/events");
  const mendWaiting = await fail(failing, "/api/milestones");
  await page.goto("/events");
  const again = page.getByRole("button", { name: "Try again" });
  await runUntil(page, again.nth(1));
  await isHeaded(page, "Your events could not be loaded");
  await isHeaded(page, "What waits for you could not be loaded");
  await look(page, "events-failed");
  await mendEvents();
  await mendWaiting();
  await again.nth(1).click();
  await again.first().click();
  await says(page, "Profile registration", "Shared the commission");
});

test("what is decided and on its way is marked where it waits", async () => {
  const { page } = await screens.open("/events", "carol");
  const waiting = page.getByRole("link", { name: /Calm in/ });
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
