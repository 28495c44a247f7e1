import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser({ hasEmptyCache: true });

const description = (page: Page) =>
  page.locator('meta[name="description"]').getAttribute("content");

test("gives every page its own title and description", async () => {
  const { page } = await browser.newPerson();
  const pages: [path: string, title: string][] = [
    ["/", "Colonnade: endorsements you keep"],
    ["/home", "Feed · Colonnade"],
    ["/network", "My Network · Colonnade"],
    ["/directory", "Directory · Colonnade"],
    ["/profile", "My Profile · Colonnade"],
    ["/new-endorsement", "Issue Endorsement · Colonnade"],
    ["/edit-profile", "Edit Profile · Colonnade"],
    ["/create-profile", "Create Profile · Colonnade"],
    ["/events", "My Events · Colonnade"],
    ["/create-org", "Create Organization · Colonnade"],
    ["/review", "Review · Colonnade"],
    ["/faqs", "FAQ's · Colonnade"],
    ["/contact", "Contact Us · Colonnade"],
  ];
  const descriptions: (string | null)[] = [];
  for (const [path, title] of pages) {
    await page.goto(path);
    await expect.poll(() => page.title(), { message: path }).toBe(title);
    descriptions.push(await description(page));
  }
  expect(new Set(descriptions).size).toBe(pages.length);
});

test("puts the name of a page's subject into its title", async () => {
  const { page } = await browser.newPerson();
  await page.goto(`/profile/${alice.address}`);
  await expect.poll(() => page.title()).toBe("alice.btc · Colonnade");
  const said = (await description(page))?.replace(/…$/, "") ?? "";
  expect(said).toContain("I build small tools that other people lean on.");
  await page.getByText(said).waitFor();
  await page.goto("/org/1");
  await expect.poll(() => page.title()).toBe("clarityuniverse.btc, organization · Colonnade");
  await page.goto("/manage-endorsement/1");
  const words = await page.getByRole("article").getByRole("heading", { level: 2 }).textContent();
  const task = await page.getByRole("heading", { level: 1 }).textContent();
  expect(task).toMatch(/^(Waiting for approval|An approved endorsement)$/);
  await expect.poll(() => page.title()).toBe(`${task}: ${words} · Colonnade`);
  await page.goto("/nowhere");
  await expect.poll(() => page.title()).toBe("Not found · Colonnade");
});

test("gives a shared link a picture that other sites can fetch", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/home");
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(image).toBe(`${inject("origin")}/social.png`);
  const picture = await page.request.get(image ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
});

test.each([
  ["app", "react-router"],
  ["fonts", "Newsreader"],
  ["verify", "@stacks/transactions"],
])("serves /licenses/%s.txt, with the licence of %s", async (name, made) => {
  const response = await fetch(`${inject("origin")}/licenses/${name}.txt`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  expect(await response.text()).toContain(made);
});

test("has the manifest and icons to install the app", async () => {
  const { page, context } = await browser.newPerson();
  await page.goto("/home");
  const devtools = await context.newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect(url).toBe(`${inject("origin")}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}");
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()["content-type"], src).toBe(type);
    // Width and height stand at a fixed offset in a PNG.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  const found = installabilityErrors.map(({ errorId }) => errorId);
  // Playwright's windows are private, and private windows cannot install apps.
  expect(found.filter((id) => id !== "in-incognito")).toEqual([]);
});

test("colours the browser's frame by the chosen theme", async () => {
  const { page } = await browser.newPerson({ colorScheme: "light" });
  await page.goto("/faqs");
  const around = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('meta[name="theme-color"]')]
        .filter((meta) => matchMedia(meta.getAttribute("media") ?? "all").matches)
        .map((meta) => meta.getAttribute("content")),
    );
  await expect.poll(around).toEqual(["#f7f4ee"]);
  await page.getByRole("contentinfo").getByRole("button", { name: "Use dark theme" }).click();
  await expect.poll(around).toEqual(["#14130f"]);
  await page.reload();
  await page.getByRole("button", { name: "Use light theme" }).first().waitFor();
  await expect.poll(around).toEqual(["#14130f"]);
});
