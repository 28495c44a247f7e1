import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { carol, dan } from "../../apps/devnet/accounts.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { press } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [, byKeyboard] = bothManners;

const readProfile = (principal: string) =>
  createClient({ origin: inject("origin") })("getProfile", { query: { principal } });

/** The counts of the viewer's network on every page that shows them. */
async function expectFollowing(page: Page, following: number): Promise<void> {
  await press(page.getByRole("link", { name: /^(?:My )?Network$/ }).first());
  await page.getByRole("heading", { name: `Following ${following}` }).waitFor();
  await page.goto("/profile");
  const network = page.locator("summary", { hasText: "Your Network" });
  await network.getByText(`${following} following`).waitFor();
}

test("shows a follow in the directory and an unfollow on the profile everywhere", async () => {
  const before = await readProfile(carol.address);
  const followed = await readProfile(dan.address);
  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/directory");
  await page.getByRole("article", { name: "dan.btc" }).waitFor();
  expect(await page.getByRole("button", { name: /^Follow/ }).count()).toBe(0);
  await connect(page, "carol");
  await page.getByRole("article", { name: "carol.btc" }).waitFor({ state: "detached" });

  await press(page.getByRole("button", { name: "Follow dan.btc", exact: true }));
  const signing = walletRequest(page);
  await signing.text.getByText(/sign/i).first().waitFor();
  await signing.confirm();
  await page.getByRole("alert").getByText("Following dan.btc").waitFor();
  await page.getByRole("button", { name: "Unfollow dan.btc" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expectFollowing(page, before.followingCount + 1);
  expect(await readProfile(dan.address)).toMatchObject({
    followerCount: followed.followerCount + 1,
    followers: [{ address: carol.address }, ...followed.followers],
  });

  await press(page.locator("summary", { hasText: "Your Network" }));
  await press(page.getByRole("link", { name: "dan.btc" }).first());
  await press(page.getByRole("button", { name: "Unfollow dan.btc" }));
  await page.getByRole("alert").getByText("Unfollowing dan.btc").waitFor();
  await page.getByRole("button", { name: "Follow dan.btc", exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expectFollowing(page, before.followingCount);
  expect((await readProfile(carol.address)).following).toEqual(before.following);
  expect((await readProfile(dan.address)).followers).toEqual(followed.followers);
  await page.goto("/directory");
  await page.getByRole("button", { name: "Follow dan.btc", exact: true }).waitFor();
});
