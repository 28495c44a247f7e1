import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import {
  bob,
  carol,
  type DevnetAccount,
  dan,
  deployer,
  watcher,
} from "../../apps/devnet/accounts.ts";
import { signIn } from "../../apps/devnet/seed/sign-in.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const calls = "/api/org-create-requests";
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

test("shows an applicant the status of earlier applications, and fills the form with the words of a declined one", async () => {
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

  const release = await hold(person, calls);
  await page.reload();
  await says(page, "Looking for your applications");
  await look(page, "create-org-own-loading");
  await release();
  await isHeaded(page, "Your applications");

  const mend = await fail(person, calls);
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
});

test("keeps an admission that could not be reported to the service, and reports it later", async () => {
  const id = await apply(carol);
  const { page, excused } = await screens.open("/review", "watcher");
  const card = await openReview(page, "carol.btc");
  const decision = `${calls}/${id}/decision`;
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
  await decline(id);
  await card.waitFor({ state: "detached" });
});

test("asks for another decision after a failed admission, and shows the last failure", async () => {
  const id = await apply(carol);
  const { page, excused } = await screens.open("/review", "watcher");
  const card = await openReview(page, "carol.btc");
  const lastTry = async () =>
    /0x[0-9a-f]{64}/.exec((await link(card, messages.viewStatus).getAttribute("href")) ?? "")?.[0];
  // It fails on chain before it is reported to the service, so the service refuses it.
  const decision = `${calls}/${id}/decision`;
  excused.push(decision);
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
  await look(page, "review-logo-gone", { bothThemes: true });
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
