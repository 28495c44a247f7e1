import { createClient } from "@colonnade/domain/http/client.ts";
import { expect, inject, test } from "vitest";
import { atelier } from "../../apps/devnet/accounts.ts";
import { uploadImage } from "../actions/image.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { expectFocus, press, write } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [, byKeyboard] = bothManners;

test("changes a profile's statement and image", async () => {
  const readProfile = () =>
    createClient({ origin: inject("origin") })("getProfile", {
      query: { principal: atelier.address },
    });
  const before = await readProfile();
  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/profile");
  await connect(page, "atelier");
  await press(page.getByRole("link", { name: "Edit Profile" }));
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect.poll(() => name.inputValue()).toBe("atelier");
  expect(await name.getAttribute("readonly")).not.toBeNull();
  await press(page.getByRole("button", { name: "Confirm Changes" }));
  await page.getByText("No changes made").waitFor();
  const summary = page.getByRole("textbox", { name: "SUMMARY" });
  await write(summary, "");
  await press(page.getByRole("button", { name: "Confirm Changes" }));
  await page.getByText("This field is required").waitFor();
  await expectFocus(summary);
  expect(await axeFindings(page)).toEqual([]);

  const statement = "Forty metres of former bakery, drawn up anew.";
  await write(summary, statement);
  await uploadImage(page);
  await page.getByRole("img", { name: "The image you chose" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Confirm Changes" }));
  // One transaction each for the statement and the image.
  const request = walletRequest(page);
  await request.text.getByText(statement).waitFor();
  await request.confirm();
  await request.text.getByText("update-profile-image-url").first().waitFor();
  await request.confirm();
  await expectFocus(page.getByRole("heading", { name: "PROFILE UPDATES SUBMITTED" }));
  await page.getByText("Now on chain, for everybody to see.").waitFor();
  await page.getByRole("link", { name: "View Status of Statement" }).waitFor();
  await page.getByRole("link", { name: "View Status of Image" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await press(page.getByRole("button", { name: "Go Back" }));
  await page.getByRole("heading", { name: "atelier.btc" }).waitFor();
  await page.getByText(statement).waitFor();
  await expect
    .poll(async () => (await readProfile()).profileImageUrl)
    .not.toBe(before.profileImageUrl);
  expect((await readProfile()).statement).toBe(statement);
});
