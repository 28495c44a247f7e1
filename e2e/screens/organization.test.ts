import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Cl, getAddressFromPrivateKey } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  bob,
  carol,
  type DevnetAccount,
  dan,
  deployer,
  erin,
  grace,
  watcher,
} from "../../apps/devnet/accounts.ts";
import { signIn } from "../../apps/devnet/seed/sign-in.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const call = "/api/org-create-request";
const reviewCalls = "/api/org-create-requests";

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

test("asks for a wallet before an application, and lets only watchers review it", async () => {
  const { page } = await screens.open("/create-org");
  await isHeaded(page, messages.applyForOrganization);
  await says(page, messages.connectToContinue);
  await look(page, "create-org-signed-out");
  await page.goto("/review");
  await says(page, messages.connectToContinue);
  await look(page, "review-signed-out");
  const { page: dans } = await screens.open("/review", "dan");
  await isHeaded(dans, "Only watchers review");
  await look(dans, "review-stranger");
});

test("looks an organization's admin up by address, accepts only the applicant, and names what is missing in an application", async () => {
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
  // Some programs show addresses in lower case. The lookup uses the chain's spelling.
  await lookUp(page, bob.address.toLowerCase());
  await button(page, messages.confirmAdmin).click();
  await says(page, messages.loginToCreateOrg);
  await look(page, "create-org-not-admin");
  await button(page, "Use my own address").click();
  await says(page, "erin.btc");
  await button(page, messages.confirmAdmin).click();
  await page.getByRole("textbox", { name: "Organization name" }).waitFor();
  await button(page, messages.createOrganization).click();
  await says(page, messages.selectImage, messages.selectAdmin);
  await expect.poll(() => page.getByText(messages.required, { exact: true }).count()).toBe(2);
  await look(page, "create-org-incomplete");
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("x".repeat(limits.descriptionCodePoints + 1));
  await says(page, messages.descriptionTooLong);
  await page.getByRole("textbox", { name: "Website" }).fill("not a website");
  await says(page, "Enter an address such as guild.example");
  await button(page, messages.changeAdminInfo).click();
  await button(page, messages.lookUpBnsName).waitFor();
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

test("shows a watcher the whole application once it is loaded, to admit it or decline it with a reason", async () => {
  const person = await screens.open("/review", "watcher");
  const { page } = person;
  await isHeaded(page, "Review");
  await look(page, "review-sign-in");
  const release = await hold(person, reviewCalls);
  await button(page, "Sign in").click();
  await walletRequest(page).confirm();
  await page.getByText("Loading the applications").waitFor();
  await look(page, "review-loading");
  await release();
  await isHeaded(page, "erin.btc");

  const mend = await fail(person, reviewCalls);
  await page.reload();
  await button(page, "Try again").waitFor();
  await isHeaded(page, "The applications could not be loaded");
  await look(page, "review-failed");
  await mend();
  await button(page, "Try again").click();
  await isHeaded(page, "erin.btc");
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
  await page.getByRole("link", { name: /^Open its page/ }).click();
  await isHeaded(page, "erin.btc");
  await isHeaded(page, "Nothing issued yet");
  await look(page, "organization-empty");
});

const reason = "Say who holds the keys.";
/** Nobody uploaded it, so the service has it as little as one that it has removed. */
const goneImage = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

/** Applies for an organization as somebody. @returns the application's number */
async function apply(
  applicant: DevnetAccount,
  imageUrl: string = categories[0].imageAddress,
): Promise<number> {
  const api = await signIn(inject("stillOrigin"), applicant);
  await api("applyForOrganization", {
    body: {
      address: applicant.address,
      bnsName: applicant.bnsName ?? "",
      statement: "We know each other.",
      imageUrl,
      description: `A guild of ${applicant.name}'s.`,
      website: "https://guild.example",
      admins: [applicant.address],
    },
  });
  const { items } = await api("pageApplications", { query: { applicant: applicant.address } });
  const [newest] = items;
  if (newest === undefined) throw new Error("The application is not there");
  return newest.id;
}

/** Declines an application by an API call of a watcher. */
async function decline(id: number): Promise<void> {
  const api = await signIn(inject("stillOrigin"), watcher);
  await api("decideApplication", { params: { id }, body: { decision: "decline", reason } });
}

/** Opens the review as a watcher who signs in. @returns the application of that name */
async function openReview(page: Page, name: string) {
  await button(page, "Sign in").click();
  await walletRequest(page).confirm();
  return page.getByRole("article", { name });
}

/** Admits an application in a transaction that will fail on chain. */
async function admitInVain(page: Page, name: string): Promise<void> {
  await button(page, `Admit ${name}`).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
}

test("shows an applicant the status of earlier applications, and fills the form with the words of a declined one, to send them and leave", async () => {
  await decline(await apply(dan));
  const person = await screens.open("/create-org", "dan");
  const { page } = person;
  await says(page, "Already applied?");
  await look(page, "create-org-sign-in");
  await button(page, "Show my applications").click();
  await walletRequest(page).confirm();
  await isHeaded(page, "Your applications");
  const application = page.getByRole("article", { name: "Application for dan.btc" }).first();
  await says(application, "Declined", reason);
  await look(page, "create-org-own");

  const release = await hold(person, reviewCalls);
  await page.reload();
  await says(page, "Looking for your applications");
  await look(page, "create-org-own-loading");
  await release();
  await isHeaded(page, "Your applications");

  const mend = await fail(person, reviewCalls);
  await page.reload();
  await button(page, "Try again").waitFor();
  await isHeaded(page, "Your applications could not be loaded");
  await look(page, "create-org-own-failed");
  await mend();
  await button(page, "Try again").click();
  await isHeaded(page, "Your applications");

  const mendSession = await fail(person, "/api/session");
  await page.reload();
  await button(page, "Try again").waitFor();
  await isHeaded(page, "Your applications could not be loaded");
  await mendSession();
  await button(page, "Try again").click();
  await button(application, "Apply again with these words").click();
  const description = page.getByRole("textbox", { name: "Description" });
  await expect.poll(() => description.inputValue()).toBe("A guild of dan's.");

  const gate = Promise.withResolvers<void>();
  await page.route(`**${call}`, async (route) => {
    await gate.promise;
    await route.fulfill({ json: { accepted: true } });
  });
  await button(page, messages.createOrganization).click();
  await link(page, "Feed").click();
  await page.waitForURL("/home");
  const unsentKey = `unsentApplication ${dan.address}`;
  const unsent = () => page.evaluate((key) => sessionStorage.getItem(key), unsentKey);
  expect(await unsent()).toContain("A guild of dan's.");
  gate.resolve();
  await expect.poll(unsent).toBeNull();
  await page.goBack();
  await button(page, messages.lookUpBnsName).waitFor();
});

test("keeps an admission that could not be reported to the service, and asks for another decision once it failed", async () => {
  const id = await apply(carol);
  // Carol can apply again at the next try.
  onTestFinished(({ task }) => (task.result?.state === "fail" ? decline(id) : undefined));
  const { page, excused } = await screens.open("/review", "watcher");
  const card = await openReview(page, "carol.btc");
  const decision = `${reviewCalls}/${id}/decision`;
  excused.push(decision);
  await page.route(`**${decision}`, (route) => route.fulfill({ status: 503 }));
  await admitInVain(page, "carol.btc");
  await says(card, "Your decision was sent, but is not saved here yet");
  await look(page, "review-unreported");
  await page.reload();
  await button(card, "Save it").click();
  await says(page, messages.somethingWrong);
  await says(card, "Your decision was sent, but is not saved here yet");
  await page.unroute(`**${decision}`);
  await button(card, "Save it").click();
  await says(card, "Being confirmed", messages.pendingOnChain);
  await screens.mine();
  await says(card, "The last admission failed");

  const lastTry = async () =>
    /0x[0-9a-f]{64}/.exec((await link(card, messages.viewStatus).getAttribute("href")) ?? "")?.[0];
  // It fails on chain before it is reported to the service, so the service refuses it.
  await page.route(`**${decision}`, (route) => route.fulfill({ status: 503 }));
  await admitInVain(page, "carol.btc");
  await says(card, "Your decision was sent, but is not saved here yet");
  await screens.mine();
  await page.unroute(`**${decision}`);
  await button(card, "Save it").click();
  await says(card, "The last admission failed", "The application is waiting for a decision again.");
  await look(page, "review-failed-admission");
  const first = await lastTry();

  await appoint("add-watcher");
  const { page: bobs } = await screens.open("/review", "bob");
  const bobsCard = await openReview(bobs, "carol.btc");
  await admitInVain(bobs, "carol.btc");
  await says(bobsCard, "Being confirmed");
  await screens.mine();
  await says(bobsCard, "The last admission failed");
  await expect.poll(lastTry).not.toBe(first);
  await page.reload();
  await says(card, "The last admission failed");
  expect(await lastTry()).not.toBe(first);
  await decline(id);
  await card.waitFor({ state: "detached" });
  await bobs.goto("/faqs");
  await appoint("remove-watcher");
});

test("says before the wallet opens that an application's logo is gone, and how to go on", async () => {
  const id = await apply(dan, ipfsAddress(goneImage));
  const { page, excused } = await screens.open("/review", "watcher");
  excused.push(`/ipfs/${goneImage}`);
  const card = await openReview(page, "dan.btc");
  await says(card, "This image is not here any more.");
  await button(card, "Admit dan.btc").click();
  await says(card, "Nothing was sent", "Please decline, and ask the applicant to upload it again");
  expect(await walletRequest(page).heading.isVisible()).toBe(false);
  await look(page, "review-logo-gone");
  await decline(id);
  await card.waitFor({ state: "detached" });
});

/** Makes bob a watcher, or ends that. Resolves once the service has indexed it. */
async function appoint(functionName: "add-watcher" | "remove-watcher"): Promise<void> {
  await sendAndMine(inject("stillNodeUrl"), [
    { sender: deployer, functionName, args: [Cl.principal(bob.address)] },
  ]);
  const api = createClient({ origin: inject("stillOrigin") });
  const isWatcher = async () =>
    (await api("getWatcher", { query: { principal: bob.address } })).watcher;
  await expect.poll(isWatcher).toBe(functionName === "add-watcher");
}
