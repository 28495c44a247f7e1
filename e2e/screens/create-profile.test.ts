import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  alice,
  carol,
  type DevnetAccount,
  dan,
  erin,
  frank,
  grace,
} from "../../apps/devnet/accounts.ts";
import { registerProfile } from "../actions/profile.ts";
import { walletRequest } from "../actions/wallet.ts";
import { changeName, giveName, sendAndMine } from "../stack/chain.ts";
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

test("says when a BNS name cannot be looked up, tries again, and names what is missing or too long in the profile form", async () => {
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

test("keeps the profile form after a cancelled wallet, and says also in another tab why a registration failed on chain", async () => {
  const { page, context } = await screens.open("/create-profile", "erin");
  await chooseRosette(page);
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.fill("I try things first.");
  await button(page, messages.createYourProfile).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "create-profile-cancelled");
  await page.reload();
  await expect.poll(() => summary.inputValue()).toBe("I try things first.");
  await registerInVain(page);
  await screens.mine();
  await isHeaded(page, "Your profile was not created");
  await says(page, "You can try again below.");
  await look(page, "create-profile-refused");

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

/** Sends the form, in a registration that the chain will refuse. */
async function registerInVain(page: Page): Promise<void> {
  await button(page, messages.createYourProfile).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.creationInProgress);
}

// A second try runs on the same chain.
const give = (name: string, { address }: DevnetAccount) =>
  giveName(inject("stillNodeUrl"), name, address);

/** The devnet has mined fewer Bitcoin blocks than that. */
const SOON = 1_440;
const NEVER = 0;
const expire = (name: string, renewal: number) =>
  changeName(inject("stillNodeUrl"), { action: "expire", name, renewal });

const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: false });
const nameIn = (page: Page) =>
  page.getByRole("textbox", { name: "Name", exact: true }).inputValue();
const domainIn = (page: Page) =>
  page.getByRole("textbox", { name: "Domain", exact: true }).inputValue();

test("offers the names of an address that has no primary one", async () => {
  await give("former.btc", grace);
  await give("grace.btc", grace);
  await give("xn--4v8h.stx", grace);
  // BNS-V2 clears the primary name when it is transferred.
  await give("former.btc", carol);
  const { page } = await screens.open("/create-profile", "grace");
  await isHeaded(page, messages.createYourProfileCapitals);
  await choice(page, "xn--4v8h.stx").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["xn--4v8h", "stx"]);
  await says(page, "Reads as", "🔥.stx");
  await look(page, "create-profile-names");
  await choice(page, "grace.btc").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["grace", "btc"]);
});

test("looks for other names than the primary one only when asked", async () => {
  const { page: franks } = await screens.open("/create-profile", "frank");
  await isHeaded(franks, messages.createYourProfileCapitals);
  await button(franks, "Use another name").click();
  await says(franks, "Your address holds no other name.");

  await give("atelier.stx", erin);
  const { page, excused } = await screens.prepare("erin");
  const isLookup = (url: URL) => url.pathname.endsWith("/balances/nft");
  await page.route(isLookup, (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 502 });
  });
  await page.goto("/create-profile");
  await button(page, "Use another name").click();
  await says(page, "Your other names could not be looked up.");
  await look(page, "create-profile-other-names-failed");
  await page.unroute(isLookup);
  await button(page, "Use another name").click();
  await choice(page, "atelier.stx").check();
  expect([await nameIn(page), await domainIn(page)]).toEqual(["atelier", "stx"]);

  await page.goto("/create-org");
  await button(page, "Use my own address").click();
  await button(page, "Use another name").click();
  await choice(page, "atelier.stx").check();
  await look(page, "create-org-names");
  await button(page, messages.confirmAdmin).click();
  const name = page.getByRole("textbox", { name: "Organization name" });
  await expect.poll(() => name.inputValue()).toBe("atelier.stx");
});

test("says before a profile is made that its name is about to expire, or has expired", async () => {
  onTestFinished(() => expire("frank.btc", NEVER));
  await expire("frank.btc", SOON);
  const { page } = await screens.open("/create-profile", "frank");
  await says(page, "expires in about 10 days", "Renew it before Bitcoin block 1,440.");
  await says(page, "You cannot make a profile under an expired name");
  expect(await link(page, "Renew it").getAttribute("href")).toMatch(/^https:/);
  await expire("frank.btc", 1);
  await page.reload();
  await says(page, "has expired", "Only you can renew it, for about 35 days more.");
  const create = button(page, messages.createYourProfile);
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await look(page, "create-profile-name-expired");
});

test("tells the owner of a profile that its name expires, has expired, or belongs to another", async () => {
  onTestFinished(async () => {
    await expire("alice.btc", NEVER);
    await give("alice.btc", alice);
  });
  const { page } = await screens.open("/profile", "alice");
  await isHeaded(page, "alice.btc");
  await heading(page, messages.endorsementsIEarned).waitFor();
  expect(await page.getByText("alice.btc expires").count()).toBe(0);
  await expire("alice.btc", SOON);
  await page.reload();
  await says(page, "expires in about 10 days", "Your profile stays, but in the end anybody can");
  await look(page, "own-profile-name-ending");
  await expire("alice.btc", 1);
  await page.reload();
  await says(page, "has expired", "and their profile would replace yours");
  await expire("alice.btc", NEVER);
  await give("alice.btc", dan);
  await page.reload();
  await says(page, "belongs to another address", "Your profile stays until a new owner");
  await look(page, "own-profile-name-taken");
});

test("says how a name in Punycode reads, and which names may look like another", async () => {
  await give("xn--lice-43d.btc", grace);
  await give("a1ice.stx", frank);
  const register = (sender: DevnetAccount, name: string, namespace: string) => ({
    sender,
    functionName: "register-profile" as const,
    args: [
      Cl.bufferFromAscii(namespace),
      Cl.bufferFromAscii(name),
      Cl.none(),
      Cl.stringAscii(categories[0].imageAddress),
    ],
  });
  await sendAndMine(inject("stillNodeUrl"), [
    register(grace, "xn--lice-43d", "btc"),
    register(frank, "a1ice", "stx"),
  ]);
  onTestFinished(() => {
    const removal = { functionName: "remove-profile" as const, args: [] };
    const removals = [grace, frank].map((sender) => ({ sender, ...removal }));
    return sendAndMine(inject("stillNodeUrl"), removals);
  });
  const { page } = await screens.open(`/profile/${grace.address}`);
  await isHeaded(page, "xn--lice-43d.btc");
  await says(page, "Its letters may look like those of another name.");
  await look(page, "profile-name-punycode");
  await page.goto(`/profile/${frank.address}`);
  await isHeaded(page, "a1ice.stx");
  await says(page, "This name has a digit: it may look like another name.");

  const { page: bobs } = await screens.open("/new-endorsement", "bob");
  await bobs.getByRole("combobox", { name: "Recipient" }).fill("a1");
  await bobs.getByRole("option", { name: "a1ice.stx" }).click();
  await says(bobs, "This name has a digit: it may look like another name.");
  await look(bobs, "recipient-name-alike");
});

test("shows a pending profile as pending on every page until its block", async () => {
  const franks = await screens.open("/create-profile", "frank");
  const { page } = franks;
  await registerProfile(page, "I am frank. I try things second.");
  await isHeaded(page, messages.creationInProgress);
  await says(page, messages.creationPendingNotice, messages.transactionSubmitted);
  expect(await link(page, messages.viewStatus).getAttribute("href")).toMatch(/0x[0-9a-f]{64}/);
  await look(page, "create-profile-pending");

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
