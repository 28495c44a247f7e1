import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

const description = (page: Page) =>
  page.locator('meta[name="description"]').getAttribute("content");

test("every page has a name and a description of its own", async () => {
  const { page } = await stage.enter();
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
    ["/review", "Review applications · Colonnade"],
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

test("what a page is about is in its name", async () => {
  const { page } = await stage.enter();
  await page.goto(`/profile/${alice.address}`);
  await expect.poll(() => page.title()).toBe("alice.btc · Colonnade");
  const said = (await description(page))?.replace(/…$/, "") ?? "";
  expect(said).toContain("I build small tools that other people lean on.");
  await page.getByText(said).waitFor();
  await page.goto("/org/1");
  await expect.poll(() => page.title()).toBe("clarityuniverse.btc · Colonnade");
  await page.goto("/manage-endorsement/1");
  const words = await page.getByRole("article").getByRole("heading", { level: 2 }).textContent();
  const task = await page.getByRole("heading", { level: 1 }).textContent();
  expect(task).toMatch(/^(Waiting for approval|An approved endorsement)$/);
  expect(await page.title()).toBe(`${task}: ${words} · Colonnade`);
  await page.goto("/nowhere");
  await expect.poll(() => page.title()).toBe("Not found · Colonnade");
});

test("a shared link has a picture that other sites can fetch", async () => {
  const { page } = await stage.enter();
  await page.goto("/home");
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(image).toBe(`${inject("origin")}/social.png`);
  const picture = await page.request.get(image ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
});

test("the app can be installed", async () => {
  const { page, context } = await stage.enter();
  await page.goto("/home");
  const browser = await context.newCDPSession(page);
  const { url, errors, data } = await browser.send("Page.getAppManifest");
  expect(url).toBe(`${inject("origin")}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}");
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()["content-type"], src).toBe(type);
    // A PNG's width and height stand at a fixed place.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  const found = installabilityErrors.map(({ errorId }) => errorId);
  // The tests' browser windows are private ones, where nothing can be installed.
  expect(found.filter((id) => id !== "in-incognito")).toEqual([]);
});

test("what the browser draws around the page goes with the theme that was chosen", async () => {
  const { page } = await stage.enter({ colorScheme: "light" });
  await page.goto("/faqs");
  const around = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('meta[name="theme-color"]')]
        .filter((meta) => matchMedia(meta.getAttribute("media") ?? "all").matches)
        .map((meta) => meta.getAttribute("content")),
    );
  expect(await around()).toEqual(["#f7f4ee"]);
  await page.getByRole("contentinfo").getByRole("button", { name: "Use dark theme" }).click();
  expect(await around()).toEqual(["#14130f"]);
  await page.reload();
  await page.getByRole("button", { name: "Use light theme" }).first().waitFor();
  expect(await around()).toEqual(["#14130f"]);
});
