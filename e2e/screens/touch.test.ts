import { messages } from "@colonnade/domain/messages.ts";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { carol, clarityuniverse, erin } from "../../apps/devnet/accounts.ts";
import { look, settle } from "../stack/look.ts";
import { button, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const phone = { width: 390, height: 844, hasTouch: true };
const picker = { part: "[role=presentation]:has([role=listbox])" };

/** The height in pixels of the touchable area at the middle of each link. */
const heightsToTouch = (links: Locator) =>
  links.evaluateAll((all) =>
    all.map((one) => {
      one.scrollIntoView({ block: "center" });
      const { left, width, top, bottom } = one.getBoundingClientRect();
      let height = 0;
      for (let y = top - 44; y < bottom + 44; y += 1) {
        if (one.contains(document.elementFromPoint(left + width / 2, y))) height += 1;
      }
      return height;
    }),
  );

test("makes names on a card 44 px high for touch, side by side and stacked", async () => {
  const { page } = await screens.open("/home?search=clarityuniverse", undefined, phone);
  const names = page.getByRole("article").getByRole("link", { name: /\.btc( \(organization\))?$/ });
  await names.first().waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await settle(page);
    expect(Math.min(...(await heightsToTouch(names))), `at ${width} px`).toBeGreaterThanOrEqual(44);
  }
  const [sender, receiver] = await Promise.all([0, 1].map((nth) => names.nth(nth).boundingBox()));
  expect(receiver?.y, "one stands over the other").toBeGreaterThan(sender?.y ?? Infinity);

  await page.goto(`/profile/${carol.address}`);
  const senders = page
    .getByRole("region", { name: messages.endorsementsEarned })
    .getByRole("link", { name: /\.btc/ });
  await senders.first().waitFor();
  expect(Math.min(...(await heightsToTouch(senders)))).toBeGreaterThanOrEqual(44);

  await page.goto(`/profile/${clarityuniverse.address}`);
  const issued = page.getByRole("listitem").filter({ hasText: "Clarity Camp, second cohort" });
  const sides = issued.getByRole("link", { name: /\.btc/ });
  await sides.nth(1).waitFor();
  expect(Math.min(...(await heightsToTouch(sides)))).toBeGreaterThanOrEqual(44);
});

test("chooses and replaces a recipient by touch on a phone", async () => {
  const { page } = await screens.open("/new-endorsement", "carol", phone);
  const field = page.getByRole("combobox", { name: "Recipient" });
  await field.tap();
  await page.getByRole("option", { name: "alice.btc" }).waitFor();
  await page.keyboard.type("da");
  await page.getByRole("option", { name: "alice.btc" }).waitFor({ state: "detached" });
  await look(page, "recipient-picker-touch", picker);
  await page.getByRole("option", { name: "dan.btc" }).tap();
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await expect.poll(() => field.inputValue()).toBe("dan.btc");
  await page.getByRole("button", { name: "Choose somebody else" }).tap();
  await expect.poll(() => field.inputValue()).toBe("");
  await field.tap();
  await page.getByRole("option", { name: "bob.btc" }).tap();
  await expect.poll(() => field.inputValue()).toBe("bob.btc");
});

test("chooses and removes representatives by touch on a phone", async () => {
  const { page } = await screens.open("/create-org", "erin", phone);
  await page.getByRole("textbox", { name: "Admin principal" }).fill(erin.address);
  await button(page, messages.lookUpBnsName).tap();
  await button(page, messages.confirmAdmin).tap();
  const field = page.getByRole("combobox", { name: "Admin representatives" });
  await field.tap();
  await page.getByRole("option", { name: "alice.btc" }).tap();
  await page.getByRole("option", { name: "bob.btc" }).tap();
  await look(page, "representatives-picker-touch", picker);
  // A tap beside the list closes it.
  await page.getByText("They are invited, and may endorse as erin.btc once they accept").tap();
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await button(page, "Remove alice.btc").tap();
  await button(page, "Remove alice.btc").waitFor({ state: "detached" });
  await button(page, "Remove bob.btc").waitFor();
});
