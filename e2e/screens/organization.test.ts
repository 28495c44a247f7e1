import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { getAddressFromPrivateKey } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bob, erin, grace } from "../../apps/devnet/accounts.ts";
import { walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const call = "/api/org-create-request";
const unsentKey = `unsentApplication ${erin.address}`;

async function lookUp(page: Page, address: string): Promise<void> {
  await page.getByRole("textbox", { name: "Admin principal" }).fill(address);
  await button(page, messages.lookUpBnsName).click();
}

/** Goes from the first step to the second, and fills it in. */
async function writeApplication(page: Page): Promise<void> {
  await lookUp(page, erin.address);
  await button(page, messages.confirmAdmin).click();
  await button(page, "Upload an image").click();
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await button(dialog, "Use the rosette of my address").click();
  await button(dialog, "Use this image").click();
  await walletRequest(page).confirm();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("textbox", { name: "Website" }).fill("https://guild.example");
  await page.getByRole("combobox", { name: "Admin representatives" }).fill("bob");
  await page.getByRole("option", { name: "bob.btc" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Description" }).fill("A guild of people who try first.");
  await page.getByRole("textbox", { name: "Statement" }).fill("We know each other.");
}

test("asks for a wallet before an application", async () => {
  const { page } = await screens.open("/create-org");
  await isHeaded(page, messages.applyForOrganization);
  await says(page, messages.connectToContinue);
  await look(page, "create-org-signed-out");
});

test("looks an organization's admin up by address, and accepts only the applicant", async () => {
  const { page } = await screens.open("/create-org", "erin");
  await isHeaded(page, messages.applyForOrganization);
  const field = page.getByRole("textbox", { name: "Admin principal" });
  expect(await field.getAttribute("placeholder")).toBe(messages.principalPlaceholder);
  await look(page, "create-org", { everywhere: true });
  await button(page, messages.lookUpBnsName).click();
  await says(page, messages.required);
  await lookUp(page, "alice.btc");
  await says(page, "This is not a Stacks address");
  await lookUp(page, grace.address);
  await says(page, messages.noBnsNameForPrincipal);
  await look(page, "create-org-no-name");
  // Some programs show addresses in lower case. The lookup uses the chain's spelling.
  await lookUp(page, bob.address.toLowerCase());
  await button(page, messages.confirmAdmin).click();
  await says(page, messages.loginToCreateOrg);
  await look(page, "create-org-not-admin");
  await button(page, "Use my own address").click();
  await says(page, "erin.btc");
  await look(page, "create-org-found");
  await button(page, messages.confirmAdmin).click();
  await page.getByRole("textbox", { name: "Organization name" }).waitFor();
  await button(page, messages.changeAdminInfo).click();
  await button(page, messages.lookUpBnsName).waitFor();
});

test("names what is missing in an application", async () => {
  const { page } = await screens.open("/create-org", "erin");
  await lookUp(page, erin.address);
  await button(page, messages.confirmAdmin).click();
  await button(page, messages.createOrganization).click();
  await says(page, messages.selectImage, messages.selectAdmin);
  await expect.poll(() => page.getByText(messages.required, { exact: true }).count()).toBe(2);
  await look(page, "create-org-incomplete");
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("x".repeat(limits.descriptionCodePoints + 1));
  await says(page, messages.descriptionTooLong);
  await page.getByRole("textbox", { name: "Website" }).fill("not a website");
  await says(page, "Enter an address such as guild.example");
});

test("accepts at most ten representatives in an application", async () => {
  const { page } = await screens.prepare("erin");
  // The cast has fewer than ten people.
  const people = Array.from({ length: limits.organizationAdmins + 1 }, (_, index) => ({
    address: getAddressFromPrivateKey(`${String(index + 1).padStart(64, "0")}01`, "testnet"),
    bns_name: `friend${String(index).padStart(2, "0")}`,
    bns: "btc",
    profileImageUrl: "",
    statement: "",
    status: "CONFIRMED",
    earned: 0,
    issued: 0,
  }));
  await page.route(
    ({ pathname }) => pathname === "/api/columns",
    (route) => route.fulfill({ json: { items: people, next: null } }),
  );
  await page.goto("/create-org");
  await lookUp(page, erin.address);
  await button(page, messages.confirmAdmin).click();
  const picker = page.getByRole("combobox", { name: "Admin representatives" });
  for (const { bns_name } of people) {
    await picker.fill(bns_name);
    await page.getByRole("option", { name: `${bns_name}.btc` }).click();
  }
  await says(page, messages.tooManyAdmins);
  await picker.press("Escape");
  await look(page, "create-org-too-many");
  await button(page, "Remove friend00.btc").click();
  await expect
    .poll(() => page.getByRole("button", { name: /^Remove friend/ }).count())
    .toBe(limits.organizationAdmins - 1);
});

test("keeps an application that the service refused, and sends it again", async () => {
  const person = await screens.open("/create-org", "erin");
  const { page, errors } = person;
  await writeApplication(page);
  await look(page, "create-org-form", { everywhere: true });
  const mend = await fail(person, call);
  await button(page, messages.createOrganization).click();
  await says(page, messages.somethingWrong, "It was not sent. What you wrote is kept.");
  await look(page, "create-org-refused");
  errors.splice(0);
  await mend();
  await button(page, messages.createOrganization).click();
  await isHeaded(page, messages.applicationSubmitted);
  await says(page, "Waiting for review");
  await button(page, messages.goBack).waitFor();
  await look(page, "create-org-submitted");
});

test("forgets an application that was sent after its page was left", async () => {
  const { page } = await screens.open("/create-org", "erin");
  await writeApplication(page);
  const gate = Promise.withResolvers<void>();
  await page.route(`**${call}`, async (route) => {
    await gate.promise;
    await route.fulfill({ json: { accepted: true } });
  });
  await button(page, messages.createOrganization).click();
  await link(page, "Feed").click();
  await page.waitForURL("/home");
  const unsent = () => page.evaluate((key) => sessionStorage.getItem(key), unsentKey);
  expect(await unsent()).toContain("A guild of people who try first.");
  gate.resolve();
  await expect.poll(unsent).toBeNull();
  await page.goBack();
  await button(page, messages.lookUpBnsName).waitFor();
});

test("lets only watchers review applications", async () => {
  const { page } = await screens.open("/review");
  await says(page, messages.connectToContinue);
  await look(page, "review-signed-out");
  const { page: dans } = await screens.open("/review", "dan");
  await isHeaded(dans, "Only watchers review");
  await look(dans, "review-stranger");
});

test("shows a skeleton while applications load, and says when that fails", async () => {
  const waiting = await screens.open("/review", "watcher");
  await isHeaded(waiting.page, "Review");
  await look(waiting.page, "review-sign-in");
  const release = await hold(waiting, "/api/org-create-requests");
  await button(waiting.page, "Sign in").click();
  await walletRequest(waiting.page).confirm();
  await waiting.page.getByText("Loading the applications").waitFor();
  await look(waiting.page, "review-loading");
  await release();
  await isHeaded(waiting.page, "erin.btc");

  const mend = await fail(waiting, "/api/org-create-requests");
  await waiting.page.reload();
  await button(waiting.page, "Try again").waitFor();
  await isHeaded(waiting.page, "The applications could not be loaded");
  await look(waiting.page, "review-failed");
  await mend();
  await button(waiting.page, "Try again").click();
  await isHeaded(waiting.page, "erin.btc");
});

test("shows a watcher the whole application, to admit it or decline it with a reason", async () => {
  const { page } = await screens.open("/review", "watcher");
  await button(page, "Sign in").click();
  await walletRequest(page).confirm();
  await says(page, "A guild of people who try first.", "We know each other.", "bob.btc");
  await look(page, "review", { everywhere: true });
  await button(page, "Decline erin.btc").click();
  const dialog = page.getByRole("dialog", { name: "Decline erin.btc" });
  await button(dialog, "Decline the application").click();
  await says(dialog, messages.required);
  await look(page, "review-decline", { bothThemes: true });
  await button(dialog, "Keep it waiting").click();
  await dialog.waitFor({ state: "hidden" });
  await button(page, "Admit erin.btc").click();
  await walletRequest(page).confirm();
  await says(page, "Being confirmed", messages.pendingOnChain);
  await look(page, "review-admitted");
  await screens.mine();
  await says(page, "Nothing to decide");
  await look(page, "review-empty");
  await link(page, "Decided").click();
  await says(page, "Admitted by");
  await look(page, "review-decided");
  await page.getByRole("link", { name: /^Open its page/ }).click();
  await isHeaded(page, "erin.btc");
  await isHeaded(page, "Nothing issued yet");
  await look(page, "organization-empty");
});
