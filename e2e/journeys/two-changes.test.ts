import { expect, test } from "vitest";
import { uploadImage } from "../actions/image.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const statement = () => `I keep the books of three guilds. ${Date.now()}`;

test("tells the outcome of each of two changes", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/edit-profile");
  await connect(page, "carol");
  const words = statement();
  await page.getByRole("textbox", { name: "SUMMARY" }).fill(words);
  await uploadImage(page);
  await page.getByRole("button", { name: "Confirm Changes" }).click();
  const request = walletRequest(page);
  await request.text.getByText("update-statement").first().waitFor();
  await request.confirm();
  await request.text.getByText("update-profile-image-url").first().waitFor();
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();

  await page.getByRole("heading", { name: "Your image was not changed" }).waitFor();
  await page.getByText("Confirmed on chain").waitFor();
  await page.getByText(/Failed on chain\./).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "SUMMARY" }).inputValue()).toBe(words);
});

test("says when a change was cancelled in the wallet, and keeps it through a reload", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/edit-profile");
  await connect(page, "dan");
  await page.getByRole("textbox", { name: "SUMMARY" }).fill(statement());
  await uploadImage(page);
  const picture = page.getByRole("img", { name: "The image you chose" });
  const chosen = await picture.getAttribute("src");
  await page.getByRole("button", { name: "Confirm Changes" }).click();
  const request = walletRequest(page);
  await request.text.getByText("update-statement").first().waitFor();
  await request.confirm();
  await request.text.getByText("update-profile-image-url").first().waitFor();
  await request.cancel();
  await page.getByRole("heading", { name: "PROFILE UPDATES SUBMITTED" }).waitFor();
  await page.getByText("Your other change was not sent.").waitFor();
  await page.getByText("Now on chain, for everybody to see.").waitFor();

  await page.reload();
  await expect.poll(() => picture.getAttribute("src")).toBe(chosen);
});
