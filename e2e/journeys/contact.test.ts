import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { expectFocus, press, write } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [, byKeyboard] = bothManners;

test("sends two messages to the team", async () => {
  const { page } = await browser.newPerson(byKeyboard);
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
  await expect.poll(() => name.inputValue()).toBe("");
  await expect.poll(() => email.inputValue()).toBe("");
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

/** Presses Send. @returns the body of the request */
async function send(page: Page): Promise<unknown> {
  const [request] = await Promise.all([
    page.waitForRequest("**/api/contact-info"),
    page.getByRole("button", { name: "Send" }).click(),
  ]);
  await page.getByText("Form Submitted").waitFor();
  return request.postDataJSON();
}

test("hides the trap for robots from people", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/contact");
  await fillIn(page);
  await expect.poll(() => page.getByRole("textbox").count()).toBe(3);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Send");
  expect(await send(page)).toMatchObject({ name: "Ann", message: "Hello.", website: "" });
});

test("marks a message whose trap field is filled in", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/contact");
  await fillIn(page);
  for (const input of await page.locator("form input").all()) {
    if ((await input.inputValue()) === "")
      await input.fill("https://spam.example", { force: true });
  }
  expect(await send(page)).toMatchObject({ website: "https://spam.example" });
});
