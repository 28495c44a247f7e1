import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "../stack/accessibility.ts";
import { expectFocus, press, write } from "../stack/hands.ts";
import { bothManners, setStage } from "../stack/stage.ts";

const stage = setStage();

test.each(bothManners)("somebody writes to the team, and once more, by $manner", async (look) => {
  const { page } = await stage.enter(look);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/contact-info")) sent.push(request.postDataJSON());
  });
  await page.goto("/home");
  await press(page.getByRole("link", { name: "Contact Us" }));
  const name = page.getByRole("textbox", { name: "Name" });
  const email = page.getByRole("textbox", { name: "Email" });
  const message = page.getByRole("textbox", { name: "Message" });
  const send = page.getByRole("button", { name: "Send", exact: true });

  await press(send);
  await page.getByText("This field is required").nth(1).waitFor();
  await expectFocus(name);
  expect(await axeFindings(page)).toEqual([]);
  await write(name, "Ada");
  await write(email, "ada.example.org");
  await press(send);
  await page.getByText("Please enter a valid email address").first().waitFor();
  await expectFocus(email);
  expect(sent).toEqual([]);

  await write(email, "ada@example.org");
  await press(send);
  await expectFocus(page.getByRole("heading", { name: "Form Submitted" }));
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole("button", { name: "Send another message" }));
  await expectFocus(name);
  expect(await name.inputValue()).toBe("");
  expect(await email.inputValue()).toBe("");
  await write(name, "Ada");
  await write(email, "ada@example.org");
  await write(message, "The engine weaves.");
  await press(send);
  await press(page.getByRole("link", { name: "Go Home" }));
  await page.getByRole("heading", { level: 1, name: "Feed" }).waitFor();
  expect(sent).toMatchObject([
    { name: "Ada", email: "ada@example.org", message: "" },
    { name: "Ada", email: "ada@example.org", message: "The engine weaves." },
  ]);
});

async function fillIn(page: Page) {
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
  await fillIn(page);
  expect(await page.getByRole("textbox").count()).toBe(3);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Send");
  expect(await send(page)).toMatchObject({ name: "Ann", message: "Hello.", website: "" });
});

test("a machine that fills every field says so", async () => {
  const { page } = await stage.enter();
  await page.goto("/contact");
  await fillIn(page);
  for (const input of await page.locator("form input").all()) {
    if ((await input.inputValue()) === "")
      await input.fill("https://spam.example", { force: true });
  }
  expect(await send(page)).toMatchObject({ website: "https://spam.example" });
});
