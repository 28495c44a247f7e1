import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { bob, dan } from "../../apps/devnet/accounts.ts";
import { found } from "../actions/organization.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { hear } from "../stack/screen-reader.ts";
import { button, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

const representativesOf = (page: Page) => page.getByRole("region", { name: "Representatives" });
const changesOf = (page: Page) => page.getByRole("list", { name: "Changes on their way" });

/** Chooses somebody in a picker and presses its button. */
async function choose(page: Page, picker: string, name: string, submit: string): Promise<void> {
  await page.getByRole("combobox", { name: picker }).fill(name);
  await page.getByRole("option", { name: `${name}.btc` }).click();
  await button(page, submit).click();
  await walletRequest(page).confirm();
}

/** Waits for a change on its way, and mines a block, after which it is on its way no longer. */
async function mineChanges(page: Page): Promise<void> {
  await changesOf(page).waitFor();
  await screens.mine();
  await changesOf(page).waitFor({ state: "detached" });
}

/** Has the node say that more Bitcoin blocks are there: two weeks of them are too many to mine here. */
async function laterBy(page: Page, blocks: number): Promise<void> {
  await page.route("**/extended/v1/status", async (route) => {
    const response = await route.fetch();
    const status = z
      .looseObject({ chain_tip: z.looseObject({ burn_block_height: z.int() }) })
      .parse(await response.json());
    status.chain_tip.burn_block_height += blocks;
    await route.fulfill({ response, json: status });
  });
}

test("leads a representative from the own profile to the organization, to its admin, and to endorse in its name", async () => {
  const { page } = await screens.open("/profile", "bob");
  const organizations = page.getByRole("region", { name: messages.organizations });
  await says(organizations, "Organization");
  await organizations.getByRole("link", { name: /^clarityuniverse\.btc/ }).click();
  await page.waitForURL("/org/1");
  await page.getByRole("main").getByText("Admin").first().waitFor();
  await link(page, "Endorse in its name").waitFor();
  expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(0);
  await look(page, "organization-representative");
  await page.getByRole("main").getByRole("link", { name: "clarityuniverse.btc" }).first().click();
  await page.waitForURL(/\/profile\/ST/);
  await page.getByRole("list", { name: "Represents" }).getByText("Organization").waitFor();
  await look(page, "profile-of-admin");
  await page.goBack();
  await link(page, "Endorse in its name").click();
  await isHeaded(page, messages.issueEndorsement);
  const organization = page.getByRole("combobox", { name: messages.sendAsOrganization });
  await expect
    .poll(() => organization.locator("option:checked").textContent())
    .toBe("clarityuniverse.btc, organization");
});

test("lets an admin invite people and take an invitation back, and lets them decline", async () => {
  const { page } = await screens.open("/org/1", "clarityuniverse");
  const representatives = representativesOf(page);
  await says(representatives, "You are its admin: you decide who they are.");
  await look(page, "organization-admin", { bothThemes: true });
  await button(representatives, "Invite").click();
  await says(representatives, messages.selectAdmin);
  await choose(page, "Invite a representative", "carol", "Invite");
  await choose(page, "Invite a representative", "dan", "Invite");
  await says(changesOf(page), "carol.btc is being invited.", "dan.btc is being invited.");
  await link(changesOf(page), messages.viewStatus).waitFor();
  await look(page, "organization-inviting");
  await mineChanges(page);
  await isHeaded(page, "Invited, no answer yet");
  await says(page, "2 representatives");
  await look(page, "organization-invited");

  await button(page, "Take back carol.btc").click();
  await button(page.getByRole("dialog"), "Take it back").click();
  await walletRequest(page).confirm();
  await says(changesOf(page), "carol.btc is being removed.");
  const { page: dans } = await screens.open("/org/1", "dan");
  await says(dans, "You are invited to represent clarityuniverse.btc");
  await look(dans, "organization-to-the-invited");
  await button(dans, "Decline the invitation from clarityuniverse.btc").click();
  await walletRequest(dans).confirm();
  await says(changesOf(dans), "Your refusal is on its way.");
  await mineChanges(dans);
  for (const name of ["carol.btc", "dan.btc"]) {
    await button(page, `Take back ${name}`).waitFor({ state: "detached" });
  }
});

test("reads out that an invitation was sent, and lets a representative accept it and resign", async () => {
  const { page } = await screens.open("/org/1", "clarityuniverse");
  const { page: dans } = await screens.open("/org/1", "dan");
  const heard = await hear(page);
  await choose(page, "Invite a representative", "dan", "Invite");
  await mineChanges(page);
  const about = async () => (await heard()).filter((words) => /ransaction|invit/.test(words));
  await expect
    .poll(about)
    .toEqual([
      expect.stringContaining(messages.transactionSubmitted),
      expect.stringContaining("The invitation has been sent."),
    ]);
  await dans
    .getByRole("link", { name: /^Events/ })
    .first()
    .click();
  const invitations = dans.getByRole("region", { name: "INVITATIONS" });
  await says(invitations, "clarityuniverse.btc", "invites you to represent it.");
  await look(dans, "events-invited");
  await button(invitations, "Accept the invitation from clarityuniverse.btc").click();
  await walletRequest(dans).confirm();
  await says(invitations, "Your acceptance is on its way.");
  await screens.mine();
  await invitations.waitFor({ state: "detached" });
  await says(page, "3 representatives");

  await dans.goBack();
  await says(dans, "You represent it.");
  await button(dans, "Resign").click();
  await says(dans.getByRole("dialog"), "You may no longer endorse in its name.");
  await look(dans, "organization-resign", { bothThemes: true });
  await button(dans.getByRole("dialog"), "Resign").click();
  await walletRequest(dans).confirm();
  await says(changesOf(dans), "Your resignation is on its way.");
  await mineChanges(dans);
  await says(page, "2 representatives");
});

test("hands the admin's seat over in two steps", async () => {
  // New at each try, because a name is never used again.
  const name = `handed-${Date.now()}.example`;
  const { page } = await screens.open(`/org/${await found(name, dan.address)}`, "dan");
  await page.getByText("Hand over or close").click();
  await choose(page, "Propose another admin", "bob", "Propose");
  await says(changesOf(page), "bob.btc is being proposed as its admin.");
  await mineChanges(page);
  await says(page, "is asked to become its admin. Until they accept, you are.");
  await look(page, "organization-handing-over");

  const { page: bobs } = await screens.open("/events", "bob");
  await says(bobs, "asks you to become its admin.");
  await bobs.getByRole("link", { name: `See its page of ${name}` }).click();
  await says(bobs, `You are asked to become the admin of ${name}`);
  await look(bobs, "organization-to-the-next-admin");
  await button(bobs, "Become its admin").click();
  await walletRequest(bobs).confirm();
  await says(changesOf(bobs), "Your acceptance is on its way.");
  await mineChanges(bobs);
  await says(bobs, "You are its admin: you decide who they are.");
  // The former admin leaves with the seat.
  const names = representativesOf(page).getByRole("listitem");
  await expect.poll(() => names.allTextContents()).toEqual([expect.stringContaining("bob.btc")]);
});

test("lets watchers propose an admin, and the current one refuse", async () => {
  const { page: watchers } = await screens.open("/org/1", "watcher");
  await isHeaded(watchers, "For watchers");
  await look(watchers, "organization-watcher");
  await choose(watchers, "Propose another admin", "dan", "Propose");
  await mineChanges(watchers);
  await says(watchers, "is proposed as its admin, from Bitcoin block");

  const { page: dans } = await screens.open("/events", "dan");
  await says(dans, "A watcher proposes you as its admin. The current admin may refuse.");
  await look(dans, "events-replacement");
  await dans.getByRole("link", { name: "See its page of clarityuniverse.btc" }).click();
  await says(dans, "A watcher proposes you as the admin of clarityuniverse.btc");
  await says(dans, "in about 14 days.");
  expect(await dans.getByRole("button", { name: "Become its admin", exact: true }).count()).toBe(0);
  await look(dans, "organization-to-the-replacement");
  await laterBy(dans, 2_016);
  await dans.reload();
  await button(dans, "Become its admin").waitFor();
  await look(dans, "organization-to-the-replacement-later", { bothThemes: true });
  await button(dans, "Become its admin").click();
  await walletRequest(dans).text.getByText("accept-admin").first().waitFor();
  await walletRequest(dans).cancel();

  const { page } = await screens.open("/org/1", "clarityuniverse");
  await says(page, "A watcher proposes dan.btc as its admin in your place");
  await look(page, "organization-replacement");
  await button(page, "Refuse").click();
  await button(page.getByRole("dialog"), "Refuse").click();
  await walletRequest(page).confirm();
  await says(changesOf(page), "Your refusal is on its way.");
  await mineChanges(page);
  await expect.poll(() => page.getByText(/A watcher proposes/).count()).toBe(0);
});

test("lets somebody decline to become an admin", async () => {
  // New at each try, because a name is never used again.
  const name = `declined-${Date.now()}.example`;
  const id = await found(name, dan.address);
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: dan,
      functionName: "propose-admin",
      args: [Cl.uint(id), Cl.principal(bob.address)],
    },
  ]);
  const { page } = await screens.open(`/org/${id}`, "bob");
  const notice = page.getByText(`You are asked to become the admin of ${name}`);
  await notice.waitFor();
  await button(page, "Decline to become its admin").click();
  await walletRequest(page).confirm();
  await says(changesOf(page), "Your refusal is on its way.");
  await look(page, "organization-declining");
  await mineChanges(page);
  await says(page, "The proposal is declined.");
  expect(await notice.count()).toBe(0);
});

test("lets a watcher close an organization", async () => {
  // New at each try, because a name is never used again.
  const name = `watched-${Date.now()}.example`;
  const { page } = await screens.open(`/org/${await found(name, dan.address)}`, "watcher");
  const tools = page.getByRole("region", { name: "For watchers" });
  await button(tools, "Close the organization").click();
  const dialog = page.getByRole("dialog", { name: `Close ${name}` });
  await says(dialog, "Organization", "Its name is never used again.");
  await look(page, "organization-watcher-close");
  await button(dialog, "Close it for good").click();
  await walletRequest(page).confirm();
  await mineChanges(page);
  await says(page.getByRole("main"), "Closed");
  await expect.poll(() => button(tools, "Close the organization").count()).toBe(0);
});

test("closes an organization for good", async () => {
  // New at each try, because a name is never used again.
  const name = `closing-${Date.now()}.example`;
  const id = await found(name, dan.address);
  const { page } = await screens.open(`/org/${id}`, "dan");
  await page.getByText("Hand over or close").click();
  await button(page, "Close the organization").click();
  await says(page.getByRole("dialog"), "Its name is never used again.");
  await look(page, "organization-close", { bothThemes: true });
  await button(page.getByRole("dialog"), "Close it for good").click();
  await walletRequest(page).confirm();
  await says(changesOf(page), "The organization is being closed.");
  await mineChanges(page);
  await says(page, "Closed", "nobody endorses in its name any more.");
  await look(page, "organization-closed");
  await page.getByText("Hand over", { exact: true }).waitFor();
  await choose(page, "Propose another admin", "bob", "Propose");
  await mineChanges(page);
  await says(page, "is asked to become its admin. Until they accept, you are.");
  await button(page, "Take it back").click();
  await walletRequest(page).confirm();
  await says(changesOf(page), "The proposal is being taken back.");
  expect(await changesOf(page).getByText("is being proposed").count()).toBe(0);
  await mineChanges(page);
  await page.goto(`/directory?search=${name}`);
  await says(page.getByRole("article", { name }), "Closed");
});
