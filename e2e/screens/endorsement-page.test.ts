import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { untilRendered } from "../stack/hydration.ts";
import { look } from "../stack/look.ts";
import { button, fail, hold, isHeaded, isTitled, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

const TITLE = "Found the bug everyone missed";
const find = (title: string) => findEndorsement(inject("stillOrigin"), title);

test("shows an endorsement at an address of its own, to copy, share, keep and frame in the colors that are chosen", async () => {
  const id = await find(TITLE);
  const person = await screens.open(`/home?endorsement=${id}`);
  const { page } = person;
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await link(page.getByRole("dialog"), "Open its page").click();
  await page.waitForURL(`**/endorsement/${id}`);
  await isTitled(page, `${TITLE}: alice.btc to bob.btc`);
  await page.getByRole("heading", { level: 1, name: TITLE }).waitFor();
  await look(page, "endorsement", { everywhere: true });
  await button(page, "Copy link").click();
  await says(page, "Copied");
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(`${inject("stillOrigin")}/endorsement/${id}`);
  await button(page, "Copy embed code").click();
  await expect
    .poll(() => page.evaluate("navigator.clipboard.readText()"))
    .toContain(`src="${inject("stillOrigin")}/embed/endorsement/${id}"`);
  expect(await page.getByRole("link", { name: "Add to LinkedIn" }).count()).toBe(0);
  for (const [name, file] of [
    ["Download the proof", `endorsement-${id}.json`],
    ["Download the credential", `credential-${id}.json`],
    ["Picture, PNG", `endorsement-${id}.png`],
    ["Drawing, SVG", `endorsement-${id}.svg`],
    ["To print, A4", `endorsement-${id}.pdf`],
    ["To print, Letter", `endorsement-${id}.pdf`],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent("download"), link(page, name).click()]);
    expect(download.suggestedFilename()).toBe(file);
  }

  await page.getByText("Preview", { exact: true }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: TITLE }).waitFor();
  await page.getByLabel("Colors").selectOption("Dark");
  await frame.locator("html.dark").waitFor();
  await look(page, "endorsement-embed-preview", { bothThemes: true });
  await button(page, "Copy embed code").click();
  await expect
    .poll(() => page.evaluate("navigator.clipboard.readText()"))
    .toContain(`/embed/endorsement/${id}?theme=dark"`);
});

test("offers its receiver to add it to LinkedIn", async () => {
  const { page } = await screens.open(`/endorsement/${await find(TITLE)}`, "bob");
  const address = new URL((await link(page, "Add to LinkedIn").getAttribute("href")) ?? "");
  expect(address.host).toBe("www.linkedin.com");
  expect(address.searchParams.get("name")).toBe(TITLE);
  await look(page, "endorsement-earned");
});

test("shows an endorsement and a profile as other sites frame them", async () => {
  const { page } = await screens.open(`/embed/endorsement/${await find(TITLE)}`);
  await isHeaded(page, TITLE);
  await says(page, "alice.btc", "Approved", "See it on Colonnade");
  await look(page, "embed", { everywhere: true });
  await page.goto(`/embed/profile/${bob.address}`);
  await isHeaded(page, "bob.btc");
  await look(page, "embed-profile");
});

test("leads from a card to the endorsement's page where a link is opened elsewhere, or without scripts", async () => {
  const id = await find(TITLE);
  const { page, context } = await screens.open("/home");
  const card = page.getByRole("link", { name: TITLE });
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    card.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.waitForURL(`**/endorsement/${id}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  const plain = await screens.open("/home", undefined, { javaScriptEnabled: false });
  await plain.page.getByRole("link", { name: TITLE }).click();
  await plain.page.waitForURL(`**/endorsement/${id}`);
  await says(plain.page, "Bob read four thousand lines", "Approved");
});

test("tells link previews and search engines of an approved endorsement, and hides a pending one from them", async () => {
  const { page } = await screens.prepare();
  const read = async (title: string) => {
    const id = await find(title);
    const path = `/endorsement/${id}`;
    await untilRendered(page, path);
    return { id, page: await (await page.request.get(path)).text() };
  };
  const approved = await read(TITLE);
  const address = `${inject("stillOrigin")}/endorsement/${approved.id}`;
  expect(approved.page).toContain(`<link rel="canonical" href="${address}"`);
  expect(approved.page).toContain(`${inject("stillOrigin")}/social/${approved.id}.jpeg`);
  expect(approved.page).not.toContain("noindex");
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(approved.page)?.[1];
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@type": "Recommendation",
    url: address,
    name: TITLE,
    author: { "@type": "Person", name: "alice.btc" },
  });
  const pending = await read("Sorted forty years of receipts");
  expect(pending.page).toContain('<meta name="robots" content="noindex"');
  expect(pending.page).not.toContain("application/ld+json");
  await page.goto(`/endorsement/${pending.id}`);
  const robots = page.locator('meta[name="robots"]');
  expect(await robots.count()).toBe(1);
  await page.getByRole("link", { name: "Feed" }).first().click();
  await isTitled(page, "Feed");
  expect(await robots.count()).toBe(0);
  const gone = await page.request.get("/endorsement/999999");
  expect(gone.headers()["x-robots-tag"]).toBe("noindex");
});

test("says when an endorsement's page is loading, fails to load, or leads nowhere", async () => {
  const id = await find(TITLE);
  const person = await screens.prepare();
  const { page, excused } = person;
  const release = await hold(person, "/api/milestone");
  await page.goto(`/endorsement/${id}`);
  await isTitled(page, "Endorsement");
  await look(page, "endorsement-loading");
  await release();
  await isHeaded(page, TITLE);
  excused.push("/api/milestone");
  await page.goto("/endorsement/999999");
  await isHeaded(page, "There is no such endorsement");
  await look(page, "endorsement-gone");
  await fail(person, "/api/milestone");
  await page.goto(`/endorsement/${id}`);
  await isHeaded(page, "The endorsement could not be loaded");
  await look(page, "endorsement-failed");
});
