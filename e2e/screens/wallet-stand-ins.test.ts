import { categories } from "@colonnade/domain/category.ts";
import { followingMessage, messages, unfollowingMessage } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { alice, bob, carol, type DevnetAccount, dan, erin } from "../../apps/devnet/accounts.ts";
import { findEndorsement, sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { walletChooser } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { installStandIn, type StandInName } from "../stack/wallet-stand-ins.ts";
import { button, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Opens a page in a browser with a wallet, and connects it. */
async function openWith(wallet: StandInName, account: DevnetAccount, path: string) {
  const { page, excused } = await screens.prepare();
  const owner = await installStandIn(page, wallet, account, inject("stillNodeUrl"));
  await page.goto(path);
  await connectWith(page, wallet);
  await button(page, messages.connectWallet).waitFor({ state: "detached" });
  return { page, owner, excused };
}

const labels: Record<StandInName, string> = {
  Leather: "Leather",
  "Leather 2.20": "Leather",
  "Leather 2.10": "Leather",
  Xverse: "Xverse Wallet",
  "Xverse 0.53": "Xverse Wallet",
  Tokens: "Another Stacks wallet",
};

async function connectWith(page: Page, wallet: StandInName) {
  const chooser = walletChooser(page);
  await chooser.open();
  await chooser.connect(labels[wallet]).click();
}

/** Sends an endorsement on the chain. @returns its number once the service shows it */
async function submit(sender: DevnetAccount, receiver: DevnetAccount, title: string) {
  const words = [
    Cl.stringUtf8(title),
    Cl.uint(1),
    Cl.stringUtf8("Try it."),
    Cl.stringAscii(categories[0].imageAddress),
  ];
  const args = [Cl.principal(sender.address), Cl.principal(receiver.address), ...words, Cl.none()];
  await sendAndMine(inject("stillNodeUrl"), [{ sender, functionName: "submit-endorsement", args }]);
  const find = () => findEndorsement(inject("stillOrigin"), title).catch(() => null);
  await expect.poll(find).not.toBeNull();
  return findEndorsement(inject("stillOrigin"), title);
}

/** Opens the seed's endorsement that waits for carol, as carol. */
async function openCommission(wallet: StandInName) {
  const id = await findEndorsement(inject("stillOrigin"), "Gave the commission away");
  const opened = await openWith(wallet, carol, `/manage-endorsement/${id}`);
  await button(opened.page, messages.accept).waitFor();
  return { ...opened, id };
}

test.each<[StandInName, signed: string]>([
  ["Leather", "Signed with Leather"],
  ["Xverse", "Signed with Xverse"],
  ["Tokens", "Signed with a wallet of old"],
])("connects, creates a profile, endorses and approves with %s", async (wallet, signed) => {
  // New at each try.
  const title = `${signed} ${Date.now()}`;
  const { page, owner } = await openWith(wallet, erin, "/create-profile");
  await button(page, "Upload an image").click();
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await button(dialog, "Use the rosette of my address").click();
  await button(dialog, "Use this image").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("textbox", { name: messages.summary }).fill("I try things first.");
  owner.refuses = true;
  await button(page, messages.createYourProfile).click();
  await says(page, messages.transactionCancelled);
  owner.refuses = false;
  await button(page, messages.createYourProfile).click();
  await isHeaded(page, messages.creationInProgress);
  await screens.mine();
  await isHeaded(page, messages.alreadyHasProfile);
  onTestFinished(() =>
    sendAndMine(inject("stillNodeUrl"), [
      { sender: erin, functionName: "remove-profile", args: [] },
    ]),
  );

  await page.goto("/new-endorsement");
  const words = `It was asked with the schemas of ${wallet}.`;
  await writeEndorsement(page, { recipient: "alice", category: "Finance", title, words });
  await sendEndorsement(page);
  await isHeaded(page, messages.endorsementSent);
  await screens.mine();
  await says(page, "Confirmed on chain");

  const id = await findEndorsement(inject("stillOrigin"), title);
  const { page: alices } = await openWith(wallet, alice, `/manage-endorsement/${id}`);
  await button(alices, messages.accept).click();
  await isHeaded(alices, messages.endorsementApproved);
  await screens.mine();
  await says(alices, "Confirmed on chain");

  await alices.goto(`/profile/${erin.address}`);
  await alices.getByRole("button", { name: /^Follow erin/ }).click();
  await says(alices, followingMessage("erin.btc"));
  await alices.getByRole("button", { name: /^Unfollow erin/ }).click();
  await says(alices, unfollowingMessage("erin.btc"));
});

// Their schemas differ from those of today. An approval has a condition, and a follow is signed.
test.each<[StandInName, title: string]>([
  ["Leather 2.20", "Waits for an older Leather"],
  ["Leather 2.10", "Waits for a still older Leather"],
  ["Xverse 0.53", "Waits for an older Xverse"],
])("connects, approves and follows with %s", async (wallet, title) => {
  // New at each try.
  const id = await submit(bob, alice, `${title} ${Date.now()}`);
  const { page } = await openWith(wallet, alice, `/manage-endorsement/${id}`);
  await button(page, messages.accept).click();
  await isHeaded(page, messages.endorsementApproved);
  await screens.mine();
  await says(page, "Confirmed on chain");
  await page.goto(`/profile/${dan.address}`);
  await page.getByRole("button", { name: /ollow dan\.btc$/ }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: /ollowing dan\.btc/ })
    .waitFor();
});

test("locks a form while a wallet is open in its own window, so that it signs the words shown", async () => {
  const title = `Looked twice ${Date.now()}`;
  const { page, owner } = await openWith("Leather", bob, "/new-endorsement");
  const titleField = page.getByRole("textbox", { name: "Title" });
  const locked = [
    titleField,
    page.getByRole("textbox", { name: "Description" }),
    page.getByRole("combobox", { name: "Recipient" }),
  ];
  const wallet = Promise.withResolvers<void>();
  owner.held = wallet.promise;
  await writeEndorsement(page, {
    recipient: "alice",
    category: "Finance",
    title,
    words: "It sees mistakes while there is time.",
  });
  await sendEndorsement(page);
  await expect.poll(() => owner.asked).toContain("stx_callContract");
  for (const field of locked) expect(await field.isEditable()).toBe(false);
  expect(await page.getByRole("combobox", { name: messages.sendAsOrganization }).isEnabled()).toBe(
    false,
  );
  expect(await button(page, "Upload another image").isEnabled()).toBe(false);
  await titleField.press("End");
  await page.keyboard.type(" and thrice");
  expect(await titleField.inputValue()).toBe(title);
  await look(page, "new-endorsement-wallet-open", { bothThemes: true });

  owner.refuses = true;
  wallet.resolve();
  await says(page, messages.transactionCancelled);
  await titleField.fill(`${title} and thrice`);
  owner.refuses = false;
  await sendEndorsement(page);
  await isHeaded(page, messages.endorsementSent);
  await screens.mine();
  await says(page, "Confirmed on chain");
  await findEndorsement(inject("stillOrigin"), `${title} and thrice`);
});

test("offers a wallet in the place that wallets share, if Leather and Xverse are missing", async () => {
  const { page } = await screens.prepare();
  const owner = await installStandIn(page, "Tokens", bob, inject("stillNodeUrl"));
  owner.refuses = true;
  await page.goto("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  await chooser.connect("Another Stacks wallet").waitFor();
  await look(page, "wallet-chooser-shared", { bothThemes: true });
  await chooser.connect("Another Stacks wallet").click();
  await chooser.dialog.waitFor({ state: "detached" });
  await expect.poll(() => owner.asked).toEqual(["authenticationRequest"]);
  await button(page, messages.connectWallet).waitFor();
});

test("warns of a call whose protection the wallet left out, and that the network takes", async () => {
  const { page, owner } = await openCommission("Xverse");
  owner.leavesOut = "everything";
  owner.returnsTransaction = false;
  const node = Promise.withResolvers<void>();
  await page.route("**/extended/v1/tx/*", async (route) => {
    await node.promise;
    await route.continue();
  });
  await button(page, messages.accept).click();
  await isHeaded(page, messages.endorsementApproved);
  node.resolve();
  const warning = page.getByRole("alert").filter({ hasText: "left out the protection" });
  await says(warning, messages.transactionSubmitted, "Read them again once it is confirmed.");
  await link(warning, messages.viewStatus).waitFor();
  await look(page, "toast-unprotected", { everywhere: true });
  await screens.mine();
  await says(page, "Confirmed on chain");
  await warning.waitFor();
});

const refused = "so the network refuses it. Nothing changes, and only the fee is lost.";

/** Lets carol accept in a wallet that leaves out the conditions. The module that shows toasts loads late. */
async function acceptWithoutConditions(by: {
  title: string;
  /** Whether the wallet's answer has the transaction. Otherwise the node's newer route tells. */
  isSeen: boolean;
  warning: string;
}): Promise<void> {
  const id = await submit(bob, carol, by.title);
  const { page, owner, excused } = await openWith("Leather", carol, "/faqs");
  const toasts = Promise.withResolvers<void>();
  await page.route("**/toast-container-*.js", async (route) => {
    await toasts.promise;
    await route.continue();
  });
  owner.leavesOut = "conditions";
  let read: Promise<unknown> = Promise.resolve();
  if (!by.isSeen) {
    owner.returnsTransaction = false;
    await page.route("**/extended/v1/tx/*", (route) => {
      excused.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 410 });
    });
    read = page.waitForResponse("**/extended/v3/transactions/*");
  }
  await page.goto(`/manage-endorsement/${id}`);
  await button(page, messages.accept).click();
  await isHeaded(page, messages.endorsementApproved);
  await read;
  toasts.resolve();
  await says(page.getByRole("alert"), by.warning);
  await screens.mine();
  await isHeaded(page, "The endorsement was not approved");
  await says(page.getByRole("main"), refused);
  if (by.isSeen) await look(page, "manage-unprotected", { bothThemes: true });
}

test("says why the network refuses a call whose conditions the wallet left out", async () => {
  await acceptWithoutConditions({ title: "Sent to try a wallet", isSeen: true, warning: refused });
});

test("says so where only the node's newer route tells what was signed", async () => {
  await acceptWithoutConditions({
    title: "Sent to try a wallet and a node",
    isSeen: false,
    warning: "The network refuses it, or takes it even if the words are not those you read.",
  });
});

test("says what each error of a wallet means", async () => {
  const cannot = "Your wallet cannot do this. Another one might.";
  const broken = "Your wallet had a problem of its own. Please try again.";
  const errors: [wallet: StandInName, answers: [code: number, words: string][]][] = [
    [
      "Leather",
      [
        [-32000, broken],
        [4002, cannot],
        [7, "Your wallet did not allow this."],
        [16, "Your wallet is locked. Unlock it and try again."],
      ],
    ],
    [
      "Xverse",
      [
        [-32000, messages.transactionCancelled],
        [-32001, cannot],
        [-32603, broken],
      ],
    ],
  ];
  for (const [wallet, answers] of errors) {
    const { page, owner } = await openWith(wallet, bob, "/edit-profile");
    await page.getByRole("textbox", { name: messages.summary }).fill("Not to be signed.");
    for (const [code, words] of answers) {
      owner.fails = code;
      await button(page, messages.confirmChanges).click();
      await says(page, words);
    }
    if (wallet === "Leather") await look(page, "toast-wallet-locked");
  }
});

test("notices another account in the wallet, before or after it signs", async () => {
  const xverse = await openWith("Xverse", bob, "/edit-profile");
  const editStatement = async (page: Page) => {
    await page.getByRole("textbox", { name: messages.summary }).fill("Signed by somebody else.");
    await button(page, messages.confirmChanges).click();
  };
  xverse.owner.account = dan;
  await editStatement(xverse.page);
  await says(
    xverse.page,
    "Your wallet is on another account or network than the one you connected.",
  );
  expect(xverse.owner.asked).not.toContain("stx_callContract");

  const { page, owner } = await openWith("Leather", bob, "/edit-profile");
  owner.account = dan;
  await editStatement(page);
  const [is, was] = [dan.address, bob.address].map(shortenPrincipal);
  await says(page, `Your wallet signed as ${is}, not as ${was}, which you connected.`);
  await look(page, "toast-other-account", { everywhere: true });
  await page.goto(`/profile/${carol.address}`);
  await page.getByRole("button", { name: /(F|Unf)ollow carol/ }).click();
  await says(page, "Your wallet is on another account. Switch to the one you connected");
});

test("notices that the wallet sent a call to another network", async () => {
  const { page, owner } = await openWith("Leather", bob, "/edit-profile");
  owner.network = "mainnet";
  await page.getByRole("textbox", { name: messages.summary }).fill("Sent elsewhere.");
  await button(page, messages.confirmChanges).click();
  await says(page, "Your wallet sent this on another network, so nothing happens here.");
  await look(page, "toast-other-network");
});
