import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, bob, dan, deployer, grace } from "../../apps/devnet/accounts.ts";
import { signIn } from "../../apps/devnet/seed/sign-in.ts";
import { found } from "../actions/organization.ts";
import { connect, disconnect, walletRequest } from "../actions/wallet.ts";
import { untilRendered } from "../stack/hydration.ts";
import { look } from "../stack/look.ts";
import { button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Somebody without a profile whom no other test needs. */
const stranger = `${deployer.address}.stranger`;

/** Opens the reports as a watcher who signs in. */
async function openReports(page: Page): Promise<void> {
  await page.goto("/review?list=reports");
  await button(page, "Sign in").click();
  await walletRequest(page).confirm();
  await button(page, "Sign in").waitFor({ state: "detached" });
}

test("reports an endorsement to the watchers, and keeps a report that was not sent, for its subject and its author only", async () => {
  const { page } = await screens.open(`/profile/${alice.address}?endorsement=3`, "dan");
  const dialog = page.getByRole("dialog", { name: "Report endorsement № 3" });
  const reason = page.getByRole("textbox", { name: "Reason" });
  const image = page.getByRole("radio", { name: "The image" });
  await button(page, "Report endorsement № 3").click();
  await button(dialog, "Send the report").click();
  await says(dialog, messages.required);
  await image.check();
  await look(page, "report", { everywhere: true });
  await reason.fill("It is my picture.");
  await page.reload();
  await button(page, "Report endorsement № 3").click();
  await expect.poll(() => reason.inputValue()).toBe("It is my picture.");
  expect(await image.isChecked()).toBe(true);

  await page.goto(`/profile/${alice.address}`);
  await button(page, "Report alice.btc").click();
  await expect.poll(() => reason.inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await disconnect(page);
  await button(page, "Report alice.btc").click();
  await says(page, messages.connectToContinue);
  await page.keyboard.press("Escape");
  await connect(page, "bob");
  await page.goto(`/profile/${alice.address}?endorsement=3`);
  await button(page, "Report endorsement № 3").click();
  await expect.poll(() => reason.inputValue()).toBe("");
  await dialog.getByRole("radio", { name: "The words, or who they are from" }).check();
  await reason.fill("She never said so.");
  await button(dialog, "Send the report").click();
  await walletRequest(page).confirm();
  await says(page, "Thank you. A watcher will look at it.");
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await button(page, "Report endorsement № 3").click();
  await expect.poll(() => reason.inputValue()).toBe("");
});

test("shows watchers what was reported and why, also when a reported image is gone, and lets them dismiss it", async () => {
  const api = await signIn(inject("stillOrigin"), dan);
  const subject = { kind: "profile", principal: alice.address } as const;
  await api("report", { body: { subject, reason: "Not \u202Ewho she says she is." } });
  const asBob = await signIn(inject("stillOrigin"), bob);
  await asBob("report", { body: { subject, reason: "She took my picture." } });
  const bytes = await fetch(`${inject("stillOrigin")}/icon-192.png`);
  const { cid } = await api("uploadImage", { file: await bytes.blob() });
  await api("report", {
    body: { subject: { kind: "image", image: ipfsAddress(cid) }, reason: "It is my picture." },
  });
  const person = await screens.prepare("watcher");
  const { page, excused } = person;
  excused.push(`/ipfs/${cid}`);
  await page.route(`**/ipfs/${cid}*`, (route) => route.fulfill({ status: 404 }));
  await openReports(page);
  await says(page, "By address");
  const release = await hold(person, "/api/reports");
  await page.reload();
  await page.getByText("Loading the reports").waitFor();
  await look(page, "review-reports-loading");
  await release();
  const mend = await fail(person, "/api/reports");
  await page.reload();
  await button(page, "Try again").waitFor();
  await isHeaded(page, "The reports could not be loaded");
  await look(page, "review-reports-failed");
  await mend();
  await button(page, "Try again").click();
  await isHeaded(page, "By address");

  const image = page.getByRole("article", { name: "Image" }).filter({ hasText: "is my picture" });
  await says(image, "This image is not here any more.");
  const report = page.getByRole("article", { name: "alice.btc" });
  await says(report, "Person", "Reasons of 2 people", "U+202E", "dan.btc", "She took my picture.");
  await look(page, "review-reports", { everywhere: true });
  await button(report, "Dismiss the report of alice.btc").click();
  await report.waitFor({ state: "detached" });
  await button(image, "Dismiss the report of").click();
  await image.waitFor({ state: "detached" });
  await link(page, "Decided reports").click();
  await says(page.getByRole("article", { name: "alice.btc" }).first(), "Dismissed by");
  await look(page, "review-reports-decided");
});

test("suspends the person behind a report or at an address, marks them as removed, and restores them", async () => {
  // New at each try, because a name is never used again.
  const name = `scam-${Date.now()}.example`;
  const id = await found(name, stranger);
  const api = await signIn(inject("stillOrigin"), dan);
  await api("report", { body: { subject: { kind: "organization", id }, reason: "It steals." } });

  const { page } = await screens.prepare("watcher");
  await openReports(page);
  const report = page.getByRole("article", { name });
  await report.getByRole("button", { name: /^Suspend ST/ }).click();
  const dialog = page.getByRole("dialog");
  await says(dialog, "Their profile is removed");
  await look(page, "review-suspend", { bothThemes: true });
  await button(dialog, "Suspend").click();
  await walletRequest(page).confirm();
  await says(report, "Suspended by", messages.pendingOnChain);
  await screens.mine();
  await report.waitFor({ state: "detached" });

  const { page: visitors } = await screens.open(`/org/${id}`);
  await says(visitors.getByRole("main"), "Removed");
  await look(visitors, "organization-admin-removed");
  await visitors.goto(`/profile/${stranger}`);
  await isHeaded(visitors, "Watchers removed this profile");
  await look(visitors, "profile-removed");

  await link(page, "Decided reports").click();
  await report.getByRole("button", { name: /^Restore ST/ }).click();
  await button(dialog, "End it").click();
  await walletRequest(page).confirm();
  await says(report, "is being ended.");
  await screens.mine();
  await report.getByText("is being ended.").waitFor({ state: "detached" });
  await expect.poll(() => report.getByRole("button", { name: /^Restore/ }).count()).toBe(0);

  await link(page, "Reports").click();
  const form = page.getByRole("region", { name: "By address" });
  const field = form.getByRole("textbox", { name: "Address" });
  await field.fill("SPxxx");
  await says(form, "This is not a Stacks address");
  await field.fill(grace.address);
  await look(page, "review-by-address");
  const { page: graces } = await screens.open("/profile", "grace");
  await isHeaded(graces, messages.createYourProfileCapitals);
  const change = async (press: string, answer: string) => {
    await button(form, press).click();
    await button(page.getByRole("dialog"), answer).click();
    await walletRequest(page).confirm();
    await says(page, messages.transactionSubmitted);
    await screens.mine();
  };
  await change("Suspend", "Suspend");
  await says(page, "They are suspended.");
  await graces.reload();
  await isHeaded(graces, "Watchers removed your profile");
  await link(graces, "Profile removed").waitFor();
  await look(graces, "own-profile-removed");
  await graces.goto("/create-profile");
  await isHeaded(graces, "Watchers removed your profile");
  await graces.goto("/profile");
  await change("Restore", "End it");
  await says(page, "The suspension is over.");
  await graces.reload();
  await isHeaded(graces, messages.createYourProfileCapitals);
});

/** Has the other host of an image answer, which the service cannot reach. What the service refuses, it refuses here. */
async function hostImages(page: Page): Promise<void> {
  await page.route(isLinkedImage, async (route) => {
    const response = await route.fetch();
    if (response.status() !== 404) return route.fulfill({ response });
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="#b83a14" d="M0 0h9v9H0z"/></svg>';
    await route.fulfill({ contentType: "image/svg+xml", body });
  });
}

const isLinkedImage = (url: URL) => url.pathname === "/image";

/** Waits until a part of the page shows the hosted image. */
async function showsHosted(part: Locator): Promise<void> {
  const image = part.locator("img").first();
  const width = () =>
    image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0));
  await expect.poll(width).toBe(9);
}

test("hides a reported image and one at another host, draws a rosette in its place, and shows an image again", async () => {
  // New at each try, because a name is never used again.
  const name = `gallery-${Date.now()}.example`;
  const path = `/org/${await found(name, stranger, `https://Images.example/${name}.svg#top`)}`;
  const { page } = await screens.prepare("dan");
  await hostImages(page);
  await page.goto(path);
  await showsHosted(page.getByRole("main"));
  await button(page, `Report ${name}`).click();
  const dialog = page.getByRole("dialog", { name: `Report ${name}` });
  await says(dialog.getByRole("heading"), "Organization");
  await look(page, "report-organization");
  await dialog.getByRole("radio", { name: "The image" }).check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(`It is not the logo of ${name}.`);
  await button(dialog, "Send the report").click();
  await walletRequest(page).confirm();
  await says(page, "Thank you. A watcher will look at it.");

  // The other host does not exist.
  const visitor = await screens.prepare();
  visitor.excused.push("/image");
  const asked = visitor.page.waitForResponse((one) => isLinkedImage(new URL(one.url())));
  await visitor.page.goto(path);
  expect((await asked).status()).toBe(404);
  const logo = (page: Page) => page.getByRole("main").locator("header img");
  await expect.poll(() => logo(visitor.page).count()).toBe(0);

  const { page: watchers, excused } = await screens.prepare("watcher");
  const bytes = await fetch(`${inject("stillOrigin")}/icon-512.png`);
  const api = await signIn(inject("stillOrigin"), dan);
  const { cid } = await api("uploadImage", { file: await bytes.blob() });
  await api("report", {
    body: { subject: { kind: "image", image: ipfsAddress(cid) }, reason: "It is not theirs." },
  });
  excused.push("/image", `/ipfs/${cid}`);
  await hostImages(watchers);
  await openReports(watchers);
  const report = watchers.getByRole("article", { name: "Image" }).filter({ hasText: name });
  await showsHosted(report);
  await button(report, "Hide the image").click();
  await button(watchers.getByRole("dialog"), "Hide it").click();
  await report.waitFor({ state: "detached" });
  const uploaded = watchers
    .getByRole("article", { name: "Image" })
    .filter({ hasText: "not theirs" })
    .first();
  await button(uploaded, "Hide the image").click();
  await says(watchers.getByRole("dialog"), "A drawing takes its place everywhere on Colonnade.");
  await look(watchers, "review-hide-image");
  await button(watchers.getByRole("dialog"), "Hide it").click();
  const status = async () => (await fetch(`${inject("stillOrigin")}/ipfs/${cid}`)).status;
  await expect.poll(status).toBe(451);
  await link(watchers, "Decided reports").click();
  await says(uploaded, "Image hidden by");
  await button(uploaded, "Show the image again").click();
  await button(watchers.getByRole("dialog"), "Show it").click();
  await expect.poll(status).toBe(200);
  await says(uploaded, "Image shown again by");

  const { page: hidden, excused: unseen } = await screens.prepare();
  unseen.push("/image");
  await hidden.goto(path);
  await isHeaded(hidden, name);
  await expect.poll(() => logo(hidden).count()).toBe(0);
  await look(hidden, "organization-logo-hidden");
  const { page: plain } = await screens.prepare(undefined, { javaScriptEnabled: false });
  await untilRendered(plain, path);
  await plain.goto(path);
  await isHeaded(plain, name);
  expect(await logo(plain).count(), "the HTML itself has the drawing").toBe(0);
});
