import { createClient } from "@colonnade/domain/http/client.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { erin, frank } from "../../apps/devnet/accounts.ts";
import { sendEndorsement, type Writing, writeEndorsement } from "../actions/endorsement.ts";
import { registerProfile } from "../actions/profile.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { readTokenOwner } from "../stack/chain.ts";
import { expectFocus, press } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const api = () => createClient({ origin: inject("origin") });

const forFrank: Writing = {
  recipient: "frank",
  category: "Professional and Business",
  title: "Words for the tired",
  words:
    "Frank rewrote the release notes so that a tired person at midnight could follow them. 💛\nI was that person.",
};
const forErin: Writing = {
  recipient: "erin",
  category: "Character and Ethics",
  title: "Says so when she is wrong",
  words: "Erin found the fault in her own work before any of us did.\nThen she told us.",
};

async function join(page: Page, name: string): Promise<void> {
  await page.goto("/");
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole("link", { name: "Create Your Profile" }).first());
  await page.getByText("Connect your wallet to get started").waitFor();
  await connect(page, name);
  await page.getByRole("heading", { name: "CREATE YOUR PROFILE" }).waitFor();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Name", exact: true }).inputValue())
    .toBe(name);
  await press(page.getByRole("button", { name: "Create Your Profile" }));
  await expectFocus(page.getByRole("button", { name: "Upload an image" }));
  await registerProfile(page, `I am ${name}. I try things first.`);
  await page.getByText("Transaction Submitted").first().waitFor();
  await page.getByRole("heading", { name: "You've already made a profile" }).waitFor();
}

async function endorse(page: Page, writing: Writing): Promise<void> {
  await press(page.getByRole("link", { name: "Endorse", exact: true }).first());
  await page.getByRole("heading", { name: "Issue Endorsement" }).waitFor();
  await writeEndorsement(page, writing);
  expect(await axeFindings(page)).toEqual([]);
  await sendEndorsement(page);
  const request = walletRequest(page);
  await request.text.getByText(writing.title).waitFor();
  await request.confirm();
  await page.getByRole("heading", { name: "Endorsement HAS BEEN SENT" }).waitFor();
  await page.getByText("Confirmed on chain").waitFor();
}

async function approve(page: Page, { title, words }: Writing): Promise<void> {
  await press(page.getByRole("link", { name: /^Events/ }).first());
  await page.getByRole("heading", { name: "MY EVENTS" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole("complementary").getByRole("link", { name: new RegExp(title) }));
  await page.getByText(words).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole("button", { name: "ACCEPT" }));
  const request = walletRequest(page);
  await request.text.getByText("pending-endorsement").first().waitFor();
  await request.confirm();
  await page.getByRole("heading", { name: "ENDORSEMENT HAS BEEN APPROVED" }).waitFor();
  await page.getByText("Confirmed on chain").waitFor();
  await press(page.getByRole("link", { name: "See it in your gallery" }));
  await page.getByRole("heading", { name: "Endorsements I've Earned" }).waitFor();
  await page
    .getByText(/^1 endorsement$/i)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
}

/** Opens an endorsement in a gallery, reads it and closes it. */
async function readInGallery(page: Page, address: string, { title, words }: Writing) {
  await page.goto(`/profile/${address}`);
  await page.getByRole("heading", { name: "Endorsements Earned" }).waitFor();
  await press(page.getByRole("link", { name: title }).first());
  const detail = page.getByRole("dialog");
  await detail.getByText(words).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(detail.getByRole("button", { name: "Exit" }));
  await detail.waitFor({ state: "hidden" });
}

async function expectEarned(receiver: string, sender: string, from: string, writing: Writing) {
  const profile = await api()("getProfile", { query: { principal: receiver } });
  const [earned] = profile.columnMilestones;
  expect(earned).toMatchObject({
    approved: true,
    title: writing.title,
    endorsement: writing.words,
  });
  expect(displayName(earned?.column_sender ?? profile)).toBe(from);
  expect(earned?.column_sender.address).toBe(sender);
  expect(await readTokenOwner(inject("nodeUrl"), earned?.id ?? 0)).toBe(receiver);
}

test("registers two people who endorse each other, and the node confirms both NFTs", {
  timeout: 240_000,
}, async () => {
  const [byMouse, byKeyboard] = bothManners;
  const { page: erins } = await browser.newPerson(byMouse);
  const { page: franks } = await browser.newPerson(byKeyboard);
  await join(erins, "erin");
  await join(franks, "frank");

  await endorse(erins, forFrank);
  await approve(franks, forFrank);
  await expectEarned(frank.address, erin.address, "erin.btc", forFrank);
  await readInGallery(erins, frank.address, forFrank);

  await endorse(franks, forErin);
  await approve(erins, forErin);
  await expectEarned(erin.address, frank.address, "frank.btc", forErin);
  await readInGallery(franks, erin.address, forErin);
});
