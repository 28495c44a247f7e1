import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { erin, frank } from "../../apps/devnet/accounts.ts";
import { registerProfile } from "../actions/profile.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { lookAtLoading } from "./loading.ts";
import { button, heading, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

test("asks for a wallet before a profile is made", async () => {
  const { page } = await screens.open("/create-profile");
  await isHeaded(page, messages.connectToStart);
  await button(page, messages.connectWallet).waitFor();
  await look(page, "create-profile-signed-out");
});

test("leads to a BNS name when the wallet has none", async () => {
  const { page } = await screens.open("/create-profile", "grace");
  await isHeaded(page, messages.noBnsName);
  await says(page, messages.nameNotFound);
  expect(await link(page, "Get a BNS name").getAttribute("href")).toMatch(/^https:/);
  await look(page, "create-profile-no-name");
});

test("says when a BNS name cannot be looked up, and tries again", async () => {
  const person = await screens.prepare("erin");
  const { page, excused } = person;
  const isLookup = (url: URL) => url.pathname.endsWith("/get-primary");
  await page.route(isLookup, (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 502 });
  });
  await page.goto("/create-profile");
  await button(page, "Try again").waitFor();
  await isHeaded(page, "Your BNS name could not be looked up");
  await says(page, messages.badResponseStatus);
  await look(page, "create-profile-no-node");
  await page.unroute(isLookup);
  await button(page, "Try again").click();
  await isHeaded(page, messages.createYourProfileCapitals);
});

test("shows the profile form's skeleton while the service is asked, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: "/create-profile",
    account: "erin",
    call: "/api/column",
    name: "create-profile",
    skeleton: (page) => page.getByText("Looking for your profile"),
    failure: messages.somethingWrong,
    content: (page) => heading(page, messages.createYourProfileCapitals),
  });
});

test("names what is missing or too long in the profile form", async () => {
  const { page } = await screens.open("/create-profile", "erin");
  await isHeaded(page, messages.createYourProfileCapitals);
  const textIn = (name: string) => page.getByRole("textbox", { name, exact: true }).inputValue();
  await expect.poll(() => textIn("Name")).toBe("erin");
  await expect.poll(() => textIn("Domain")).toBe("btc");
  await look(page, "create-profile", { everywhere: true });
  await button(page, messages.createYourProfile).click();
  await says(page, messages.selectImage, messages.required);
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.fill("x".repeat(limits.statementCodePoints + 1));
  await says(page, messages.statementTooLong);
  await look(page, "create-profile-invalid");
});

test("keeps the profile form after a cancelled wallet", async () => {
  const { page } = await screens.open("/create-profile", "erin");
  await chooseRosette(page);
  await page.getByRole("textbox", { name: messages.summary }).fill("I try things first.");
  await button(page, messages.createYourProfile).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "create-profile-cancelled");
  await page.reload();
  const summary = page.getByRole("textbox", { name: messages.summary });
  await expect.poll(() => summary.inputValue()).toBe("I try things first.");
});

/** Sends a registration that the chain will refuse. */
async function registerInVain(page: Page): Promise<void> {
  await chooseRosette(page);
  await page.getByRole("textbox", { name: messages.summary }).fill("I try things first.");
  await button(page, messages.createYourProfile).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.creationInProgress);
}

test("says why a registration failed on chain, and offers to try again", async () => {
  const { page } = await screens.open("/create-profile", "erin");
  await registerInVain(page);
  await screens.mine();
  await isHeaded(page, "Your profile was not created");
  await says(page, "You can try again below.");
  await look(page, "create-profile-refused");
});

test("learns in another tab, too, that a registration failed on chain", async () => {
  const { page, context } = await screens.open("/create-profile", "erin");
  const other = await context.newPage();
  await other.goto("/faqs");
  await link(other, messages.createProfile).waitFor();
  await registerInVain(page);
  const pending = other.getByRole("status").filter({ hasText: messages.profilePending });
  await pending.waitFor();
  await page.close();
  await screens.mine();
  await pending.waitFor({ state: "detached" });
  await link(other, messages.createProfile).waitFor();
  await says(other, "Your profile was not created");
});

test("shows a pending profile as pending on every page until its block", async () => {
  const franks = await screens.open("/create-profile", "frank");
  const { page } = franks;
  await registerProfile(page, "I am frank. I try things second.");
  await isHeaded(page, messages.creationInProgress);
  await says(page, messages.creationPendingNotice, messages.transactionSubmitted);
  expect(await link(page, messages.viewStatus).getAttribute("href")).toMatch(/0x[0-9a-f]{64}/);
  await look(page, "create-profile-pending", { everywhere: true });

  await page.getByRole("status").filter({ hasText: messages.profilePending }).waitFor();
  await page.goto("/profile");
  await isHeaded(page, messages.pendingConfirmation);
  await says(page, messages.sitTight);
  await button(page, messages.disconnectWallet).waitFor();
  await look(page, "own-profile-pending");
  await page.goto("/new-endorsement");
  await isHeaded(page, messages.needProfileToIssue);
  await says(page, "the network has not confirmed it yet");
  await look(page, "new-endorsement-pending");
  await page.goto("/edit-profile");
  await isHeaded(page, messages.createAccountToEdit);
  await page.goto("/network");
  await isHeaded(page, "Your network begins with a profile");
  await page.goto("/home");
  const begin = page.getByRole("region", { name: "Begin" });
  await begin.getByRole("link", { name: messages.creationInProgress }).waitFor();
  await page.getByRole("article").first().waitFor();
  await look(page, "feed-pending");

  const { page: others } = await screens.open(`/profile/${frank.address}`);
  await isHeaded(others, shortenPrincipal(frank.address));
  await says(others, messages.pendingConfirmation);
  await look(others, "profile-pending");
});

test("shows a new, empty profile once its block is there", async () => {
  const { page } = await screens.open("/create-profile", "frank");
  await isHeaded(page, messages.creationInProgress);
  await screens.mine();
  await isHeaded(page, messages.alreadyHasProfile);
  await look(page, "create-profile-made");
  await link(page, messages.viewProfile).click();
  await page.waitForURL("/profile");
  await isHeaded(page, "Nothing earned yet");
  await says(page, sayNothing);
  await look(page, "own-profile-empty");

  const { page: others } = await screens.open(`/profile/${frank.address}`, "bob");
  await isHeaded(others, "Nothing earned yet");
  await look(others, "profile-empty");
});

test("shows a profile, without a statement, that is made before the stream of changes begins", async () => {
  const { imageAddress } = categories[0];
  const person = await screens.prepare();
  const { page } = person;
  const letThrough = await hold(person, "/api/stream");
  await page.goto(`/profile/${erin.address}`);
  await isHeaded(page, "Nobody has a profile at this address");
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: erin,
      functionName: "register-profile",
      args: [
        Cl.bufferFromUtf8("btc"),
        Cl.bufferFromUtf8("erin"),
        Cl.none(),
        Cl.stringAscii(imageAddress),
      ],
    },
  ]);
  const api = createClient({ origin: inject("stillOrigin") });
  await expect.poll(() => api("getProfile", { query: { principal: erin.address } })).toBeDefined();
  await letThrough();
  await isHeaded(page, "erin.btc");
  await says(page, messages.noStatement);
  await look(page, "profile-no-statement");
});

/** English counts zero in the plural. */
const sayNothing = "0 Endorsements";

/** Takes the rosette of the viewer's address as the image, and signs in for it. */
async function chooseRosette(page: Parameters<typeof walletRequest>[0]): Promise<void> {
  await button(page, "Upload an image").click();
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await button(dialog, "Use the rosette of my address").click();
  await button(dialog, "Use this image").click();
  await walletRequest(page).confirm();
  await dialog.waitFor({ state: "hidden" });
}
