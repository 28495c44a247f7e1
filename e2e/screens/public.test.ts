import { messages } from "@colonnade/domain/messages.ts";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { disconnect } from "../actions/wallet.ts";
import { look, settle } from "../stack/look.ts";
import { button, fail, heading, isHeaded, isTitled, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const call = "/api/contact-info";

/** The laid-out lines of a text, and the right edge of the longest line. */
const linesOf = (part: Locator) =>
  part.evaluate((one) => {
    const lines = new Map<number, string>();
    const range = document.createRange();
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const [place, letter] of [...(text.textContent ?? "")].entries()) {
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        const { top } = range.getBoundingClientRect();
        lines.set(top, `${lines.get(top) ?? ""}${letter}`);
      }
    }
    range.selectNodeContents(one);
    return { lines: [...lines.values()], end: range.getBoundingClientRect().right };
  });

/** A part of each of the six answers, in order. */
const answers = [
  "not transferable",
  "Ordinal inscriptions are not supported today",
  "Bitcoin Name System",
  "only one wallet extension per browser",
  "fees are paid in STX",
  "There is no service fee",
];

test("shows on the landing page what exists, what is coming, and the ways in", async () => {
  const { page } = await screens.open("/");
  await isHeaded(page, messages.skillEndorsementNfts);
  await isHeaded(page, messages.ordinals);
  await says(page, "01", "02", "Ordinal inscriptions", "Coming soon", "newsletter");
  await page.getByRole("form", { name: messages.footerContact }).waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await link(page, messages.dontHaveWallet).getAttribute("href")).toMatch(/^https:/);
  await look(page, "landing", { everywhere: true });
  await link(page, messages.learnMore).click();
  await page.waitForURL("/#learn-more");
  await link(page, messages.createYourProfile).click();
  await page.waitForURL("/create-profile");
  await isHeaded(page, messages.connectToStart);
});

test("keeps the headline's margin and breaks names before the domain on the narrowest phone", async () => {
  const { page } = await screens.open("/", undefined, { width: 320, height: 600 });
  await settle(page);
  const headline = await linesOf(page.getByRole("heading", { level: 1 }));
  expect(headline.end).toBeLessThanOrEqual(320 - 16);
  await page.goto("/org/1");
  await settle(page);
  const name = await linesOf(heading(page, "clarityuniverse.btc"));
  expect(name.lines).toEqual(["clarityuniverse", ".btc"]);
  // The button is busy until its code arrives.
  const connect = button(page, messages.connectWallet);
  for (const busy of [false, true]) {
    if (busy) {
      await page.route("**/assets/*.js", () => undefined);
      await connect.click();
      await expect.poll(() => connect.getAttribute("aria-busy")).toBe("true");
    }
    for (const width of [320, 360, 387, 388]) {
      await page.setViewportSize({ width, height: 600 });
      const message = `${width} px, busy: ${busy}`;
      await expect.poll(async () => (await connect.boundingBox())?.height, { message }).toBe(44);
    }
  }
});

test("opens and closes six questions, and links from the footer to questions, contact and community", async () => {
  const { page } = await screens.open("/faqs");
  const footer = page.getByRole("contentinfo");
  await says(footer, `© ${new Date().getFullYear()} Colonnade`);
  for (const away of ["Stacks on X", "Stacks on Discord"]) {
    expect(await link(footer, away).getAttribute("href")).toMatch(/^https:/);
  }
  await link(footer, messages.footerContact).click();
  await page.waitForURL("/contact");
  await link(footer, messages.footerFaqs).click();
  await page.waitForURL("/faqs");
  await isHeaded(page, messages.footerFaqs);
  const questions = page.locator("summary");
  await expect.poll(() => questions.count()).toBe(6);
  await look(page, "faqs", { everywhere: true });
  for (const [place, answer] of answers.entries()) {
    await questions.nth(place).click();
    await says(page, answer);
  }
  await look(page, "faqs-open");
});

test("names what is missing in the contact form, on typing and on sending", async () => {
  const { page } = await screens.open("/contact");
  await isHeaded(page, messages.footerContact);
  await look(page, "contact", { everywhere: true });
  await button(page, "Send").click();
  await says(page, messages.required);
  await expect.poll(() => page.getByText(messages.required, { exact: true }).count()).toBe(2);
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await expect.poll(() => page.getByText(messages.required, { exact: true }).count()).toBe(1);
  await page.getByRole("textbox", { name: "Email" }).fill("ada at home");
  await says(page, messages.invalidEmail);
  await button(page, "Send").click();
  await page.getByRole("alert").filter({ hasText: messages.invalidEmail }).first().waitFor();
  await expect.poll(() => page.getByText(messages.invalidEmail).count()).toBe(2);
  await look(page, "contact-invalid");
});

test("keeps a message over a reload and another page until it is sent, and then sends another", async () => {
  const { page } = await screens.open("/contact");
  const typed = { Name: "Ada", Email: "ada@home.example", Message: "Half a thought." };
  const fields = Object.keys(typed).map((name) => page.getByRole("textbox", { name }));
  const read = () => Promise.all(fields.map((field) => field.inputValue()));
  for (const [index, words] of Object.values(typed).entries()) await fields[index]?.fill(words);
  const footer = page.getByRole("contentinfo");
  const leaveAndReturn = async () => {
    await link(footer, messages.footerFaqs).click();
    await page.waitForURL("/faqs");
    await link(footer, messages.footerContact).click();
    await page.waitForURL("/contact");
  };
  await leaveAndReturn();
  await expect.poll(read).toEqual(Object.values(typed));
  await page.goto("/faqs");
  await page.goto("/contact");
  await expect.poll(read).toEqual(Object.values(typed));

  await button(page, "Send").click();
  await says(page, messages.formSubmitted);
  await look(page, "contact-sent");
  await button(page, messages.sendAnotherMessage).click();
  await expect.poll(read).toEqual(["", "", ""]);
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Email" }).fill("ada@home.example");
  await page.getByRole("textbox", { name: "Message" }).fill("It works.");
  await button(page, "Send").click();
  await link(page, messages.goHome).click();
  await page.waitForURL("/home");
  await link(footer, messages.footerContact).click();
  await fields[0]?.waitFor();
  expect(await read()).toEqual(["", "", ""]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("ada@");
});

test("shows an unsent message to nobody else, once its account disconnects", async () => {
  const { page } = await screens.open("/contact", "alice");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Half a thought of alice's.");
  const footer = page.getByRole("contentinfo");
  await link(footer, messages.footerFaqs).click();
  await page.waitForURL("/faqs");
  await disconnect(page);
  await says(page, messages.walletDisconnected);
  await link(footer, messages.footerContact).click();
  await message.waitFor();
  expect(await message.inputValue()).toBe("");
});

test("empties an open contact form when its account disconnects", async () => {
  const { page } = await screens.open("/contact", "alice");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Half a thought of alice's.");
  await disconnect(page);
  await says(page, messages.walletDisconnected);
  await expect.poll(() => message.inputValue()).toBe("");
  await page.reload();
  await message.waitFor();
  expect(await message.inputValue()).toBe("");
});

test("offers to send a message again that the service refused or did not get", async () => {
  const person = await screens.open("/contact");
  const { page, errors, excused } = person;
  const mend = await fail(person, call, 500);
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Email" }).fill("ada@home.example");
  await button(page, "Send").click();
  await says(page, messages.somethingWrong);
  await look(page, "contact-refused");
  await mend();
  excused.push(call);
  await page.route(`**${call}`, (route) => route.abort());
  await button(page, "Send").click();
  await says(page, "The service could not be reached, so it may not have been sent.");
  await look(page, "contact-unreachable");
  await expect.poll(() => errors).toContainEqual("Failed to fetch");
  errors.splice(0);
  await page.unroute(`**${call}`);
  await button(page, "Send").click();
  await says(page, messages.formSubmitted);
});

test("says when an address leads nowhere, and links back", async () => {
  const { page } = await screens.prepare();
  expect((await page.goto("/nowhere"))?.status()).toBe(404);
  await isHeaded(page, "There is no page at this address");
  await isTitled(page, "Not found");
  await look(page, "not-found", { everywhere: true });
  await link(page, "Go to the feed").click();
  await page.waitForURL("/home");
});

test("says when a page's code does not arrive, and keeps the other pages working", async () => {
  const { page, errors, excused } = await screens.open("/home");
  await page.getByRole("article").first().waitFor();
  const isCode = (url: URL) => url.pathname.startsWith("/assets/faqs-");
  await page.route(isCode, (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 503 });
  });
  await link(page, messages.footerFaqs).click();
  await isHeaded(page, messages.applicationError);
  await says(page, "503 Loading chunk faqs failed");
  await expect.poll(() => errors.join()).toContain("Loading chunk faqs failed");
  errors.splice(0);
  await look(page, "error", { everywhere: true });
  await link(page, messages.footerContact).click();
  await isHeaded(page, messages.footerContact);
});
