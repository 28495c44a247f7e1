import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

async function write(page: Page) {
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await page.getByRole("textbox", { name: "Email" }).fill("ann@example.com");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello.");
}

/** Presses Send and returns what went over the wire. */
async function send(page: Page): Promise<unknown> {
  const [request] = await Promise.all([
    page.waitForRequest("**/api/contact-info"),
    page.getByRole("button", { name: "Send" }).click(),
  ]);
  await page.getByText("Form Submitted").waitFor();
  return request.postDataJSON();
}

test("a person never meets the field that is there for machines", async () => {
  const { page } = await stage.enter();
  await page.goto("/contact");
  await write(page);
  expect(await page.getByRole("textbox").count()).toBe(3);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Send");
  expect(await send(page)).toMatchObject({ name: "Ann", message: "Hello.", website: "" });

  await page.getByRole("button", { name: "Send another message" }).click();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  await write(page);
  await send(page);
  await page.getByRole("link", { name: "Go Home" }).click();
  await page.waitForURL("**/home");
});

test("a machine that fills every field says so", async () => {
  const { page } = await stage.enter();
  await page.goto("/contact");
  await write(page);
  for (const input of await page.locator("form input").all()) {
    if ((await input.inputValue()) === "")
      await input.fill("https://spam.example", { force: true });
  }
  expect(await send(page)).toMatchObject({ website: "https://spam.example" });
});
