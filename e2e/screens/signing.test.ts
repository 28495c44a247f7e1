import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, carol, dan } from "../../apps/devnet/accounts.ts";
import { findEndorsement, rejectEndorsement } from "../actions/endorsement.ts";
import { found } from "../actions/organization.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { askPlain, button, isHeaded, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

const find = (title: string) => findEndorsement(inject("stillOrigin"), title);
const commission = () => find("Gave the commission away");
const mural = () => find("The mural on Fifth");

const OTHER_WORDS = "Owes me ten thousand STX.";

/** Makes the service answer with words that no author signed, and with the true digest. */
async function lie(page: Page): Promise<void> {
  const withOtherWords = ({ draft: _, ...endorsement }: Endorsement) => ({
    ...endorsement,
    endorsement: OTHER_WORDS,
  });
  await page.route("**/api/milestone?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: withOtherWords(await response.json()) });
  });
  await page.route("**/api/milestones?*", async (route) => {
    const response = await route.fetch();
    const { items, next } = await response.json();
    await route.fulfill({ response, json: { items: items.map(withOtherWords), next } });
  });
}

/** Everything that somebody can sign about an endorsement that waits, or about an approved one. */
const signings: [
  what: string,
  account: string,
  path: () => Promise<string>,
  sign: (page: Page) => Promise<void>,
][] = [
  [
    "approve",
    "carol",
    async () => `/manage-endorsement/${await commission()}`,
    (page) => button(page, messages.accept).click(),
  ],
  ["reject", "carol", async () => `/manage-endorsement/${await commission()}`, rejectEndorsement],
  [
    "withdraw",
    "dan",
    async () => `/manage-endorsement/${await commission()}`,
    async (page) => {
      await button(page, "Withdraw").click();
      await button(page.getByRole("dialog"), "Withdraw for good").click();
    },
  ],
  [
    "withdraw what is approved",
    "carol",
    async () => `/manage-endorsement/${await mural()}`,
    async (page) => {
      await button(page, "Withdraw").click();
      await button(page.getByRole("dialog"), "Withdraw for good").click();
    },
  ],
  [
    "edit",
    "dan",
    async () => `/edit-endorsement/${await commission()}`,
    async (page) => {
      await page.getByRole("textbox", { name: "Title" }).fill("Gave it all away");
      await button(page, messages.submitEditRequest).click();
    },
  ],
  [
    "suggest",
    "carol",
    async () => `/edit-endorsement/${await commission()}`,
    (page) => button(page, "Take it back").click(),
  ],
  [
    "accept a suggestion",
    "dan",
    async () => "/events",
    (page) => button(page, messages.acceptSuggestion).click(),
  ],
  [
    "reject several",
    "carol",
    async () => "/events",
    async (page) => {
      await button(page, "Reject several at once").click();
      await page.getByRole("checkbox", { name: /Gave the commission away/ }).check();
      await button(page, "Reject 1").click();
      await button(page.getByRole("dialog"), "Reject 1 for good").click();
    },
  ],
];

test("refuses to sign anything about words that are not those on the chain", async () => {
  for (const [what, account, path, sign] of signings) {
    const person = await screens.prepare(account);
    const { page } = person;
    await askPlain(person);
    await lie(page);
    await page.goto(await path());
    await sign(page);
    const toast = page.getByRole("alert").filter({ hasText: "is not what the chain holds" });
    await says(toast, "so nothing was sent");
    expect(await walletRequest(page).heading.count(), what).toBe(0);
    if (what === "approve") await look(page, "manage-other-words", { bothThemes: true });
    await page.unrouteAll();
    await button(toast, "Load it again").click();
    await toast.waitFor({ state: "detached" });
    // What was typed is kept, beside the words that it was begun on.
    if (what === "edit") await button(page, "Discard what I wrote").click();
    await expect.poll(() => page.getByText(OTHER_WORDS).count(), { message: what }).toBe(0);
  }
});

test("sends no block again when its rejection was cancelled, and goes on with the rejection", async () => {
  const { page } = await screens.open("/events", "carol");
  const blockAndReject = async () => {
    await button(page, "Reject 1").click();
    await button(page.getByRole("dialog"), messages.blockAndRejectAll).click();
  };
  await button(page, "Reject several at once").click();
  await page.getByRole("checkbox", { name: /Gave the commission away/ }).check();
  await blockAndReject();
  const request = walletRequest(page);
  await request.text.getByText("block-sender").first().waitFor();
  await request.confirm();
  await request.text.getByText("burn-endorsements").first().waitFor();
  await request.cancel();
  await says(page, messages.transactionCancelled);
  await blockAndReject();
  await request.text.getByText("burn-endorsements").first().waitFor();
  await request.cancel();

  await page.goto(`/manage-endorsement/${await commission()}`);
  await says(page, "Your block of dan.btc is being confirmed");
  await screens.mine();
  await says(page, "You have blocked dan.btc");
  await button(page, "Reject all pending (1)").click();
  const question = page.getByRole("dialog", { name: "Reject everything pending from them (1)?" });
  await look(page, "manage-blocked", { bothThemes: true });
  await button(question, "Reject 1 for good").click();
  await request.text.getByText("burn-endorsements").first().waitFor();
  await request.cancel();

  await button(page, "Unblock").click();
  await request.confirm();
  await says(page, "Unblocking dan.btc is being confirmed");
  await screens.mine();
  await says(page, "Want nothing more from dan.btc?");
});

test("offers no approval of what a closed organization sent, and shows the author what was rejected", async () => {
  const name = "shut.example";
  const title = "Held the door until it shut";
  const id = await found(name, dan.address);
  const submit = [
    Cl.principal(dan.address),
    Cl.principal(carol.address),
    Cl.stringUtf8(title),
    Cl.uint(1),
    Cl.stringUtf8("For everybody, every evening."),
    // Another app may sign an address that the form does not take.
    Cl.stringAscii("http://images.example/door.png"),
    Cl.some(Cl.stringUtf8(name)),
  ];
  await sendAndMine(inject("stillNodeUrl"), [
    { sender: dan, functionName: "submit-endorsement", args: submit },
  ]);
  await expect.poll(() => find(title).catch(() => null)).not.toBeNull();
  const endorsement = await find(title);

  const receiver = await screens.open(`/manage-endorsement/${endorsement}`, "carol");
  const { page } = receiver;
  await button(page, messages.accept).waitFor();
  await sendAndMine(inject("stillNodeUrl"), [
    { sender: dan, functionName: "close-organization", args: [Cl.uint(id)] },
  ]);
  await says(page, "is closed", "Nobody can approve what was sent in its name any more.");
  await isHeaded(page, "Waiting for approval");
  expect(await page.getByRole("button", { name: messages.accept }).count()).toBe(0);
  await look(page, "manage-closed", { bothThemes: true });

  const sender = await screens.open(`/manage-endorsement/${endorsement}`, "dan");
  const { page: dans } = sender;
  await says(dans, "Its organization is closed, so nobody can approve this");
  await button(dans, "Withdraw").waitFor();
  await look(dans, "manage-closed-sender", { bothThemes: true });
  await dans.goto(`/edit-endorsement/${endorsement}`);
  await isHeaded(dans, "Its organization is closed");
  await look(dans, "edit-closed");

  for (const person of [receiver, sender]) person.excused.push("/api/milestone");
  await rejectEndorsement(page);
  await walletRequest(page).confirm();
  await screens.mine();
  await says(page, "It is gone for good.");

  await dans.goto("/new-endorsement");
  await dans.getByRole("textbox", { name: "Title" }).fill("Half a thought");
  await dans.goto("/events");
  await button(dans, "Show my rejected words").click();
  await walletRequest(dans).confirm();
  const rejected = dans.getByRole("region", { name: "Your rejected words" });
  await says(rejected, title, "For everybody, every evening.", "Write again with these words");
  await look(dans, "events-own-rejected", { everywhere: true });
  await button(rejected, "Write again with these words").click();
  const question = dans.getByRole("dialog", { name: "Replace what you have begun?" });
  await look(dans, "events-own-rejected-begun", { bothThemes: true });
  await button(question, "Keep it").click();
  await question.waitFor({ state: "detached" });
  expect(new URL(dans.url()).pathname).toBe("/events");
  await button(rejected, "Write again with these words").click();
  await button(question, "Replace it").click();
  await says(dans, `You can no longer endorse as ${name}. Choose in whose name to send it.`);
  const sendAs = dans.getByRole("combobox", { name: messages.sendAsOrganization });
  await sendAs.selectOption({ label: "No, as dan.btc" });
  const preview = dans.getByRole("complementary", { name: "Preview" });
  await says(preview, title, "dan.btc");
  expect(await preview.getByText(name).count(), "nobody sends in its name").toBe(0);
});

test("hides an earned endorsement from the gallery, and shows it there again", async () => {
  const id = await mural();
  const { page } = await screens.open(`/profile?endorsement=${id}`, "alice");
  const dialog = page.getByRole("dialog");
  await button(dialog, "Hide from my gallery").waitFor();
  await look(page, "endorsement-own", { everywhere: true });
  await button(dialog, "Hide from my gallery").click();
  await walletRequest(page).confirm();
  await says(dialog, "Being confirmed");
  await screens.mine();
  await button(dialog, "Show in my gallery").waitFor();
  await page.goto("/profile");
  const card = page.getByRole("listitem").filter({ hasText: "The mural on Fifth" });
  await says(card, "Hidden from your public profile");
  await look(page, "own-profile-hidden", { bothThemes: true });
  const { page: visitors } = await screens.open(`/profile/${alice.address}`);
  await isHeaded(visitors, messages.endorsementsEarned);
  expect(await visitors.getByText("The mural on Fifth").count()).toBe(0);

  await page.goto(`/manage-endorsement/${id}`);
  await says(page, "It is hidden from your gallery");
  await look(page, "manage-hidden");
  await button(page, "Show in my gallery").click();
  await walletRequest(page).confirm();
  await screens.mine();
  await says(page, "It is shown in your gallery");
  await says(visitors, "The mural on Fifth");
});
