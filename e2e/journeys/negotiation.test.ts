import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, dan } from "../../apps/devnet/accounts.ts";
import { SeedSender } from "../../apps/devnet/seed/sender.ts";
import { issueEndorsement } from "../actions/endorsement.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { protocolContract, readTokenOwner } from "../stack/chain.ts";
import { expectFocus, press, write } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [byMouse, byKeyboard] = bothManners;
const readEndorsement = (id: number) =>
  createClient({ origin: inject("origin") })("getEndorsement", { query: { id } });

/** Reads texts as a screen reader does: it takes any white space as one space. */
async function readAll(parts: Locator): Promise<string[]> {
  return (await parts.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

test("approves words that the receiver suggested and the sender accepted", async () => {
  const title = "Kept the books";
  const { page: alices } = await browser.newPerson(byMouse);
  await alices.goto("/new-endorsement");
  await connect(alices, "alice");
  const id = await issueEndorsement(alices, {
    recipient: "dan",
    category: "Finance",
    title,
    words: "Dan kept the books of three clubs for a year.",
  });

  const { page: dans } = await browser.newPerson(byKeyboard);
  await dans.goto(`/manage-endorsement/${id}`);
  await connect(dans, "dan");
  await press(dans.getByRole("link", { name: "Suggest other words" }));
  await dans.getByRole("heading", { name: "edit pending endorsement" }).waitFor();
  await press(dans.getByRole("button", { name: "Submit edit request" }));
  await dans.getByText("No changes made").waitFor();
  const words = "Dan kept the books of two clubs for a year.";
  await write(dans.getByRole("textbox", { name: "Description" }), words);
  await press(dans.getByRole("button", { name: "Submit edit request" }));
  await walletRequest(dans).confirm();
  const sent = dans.getByRole("heading", { name: "alice.btc is asked to accept your words" });
  await expectFocus(sent);
  await dans.getByText("Confirmed on chain").waitFor();
  expect(await axeFindings(dans)).toEqual([]);

  await alices.goto(`/edit-endorsement/${id}`);
  await alices.getByRole("heading", { name: "Suggested by dan.btc, not accepted" }).waitFor();
  await expect.poll(() => readAll(alices.getByRole("deletion"))).toEqual(["three (removed)"]);
  await expect.poll(() => readAll(alices.getByRole("insertion"))).toEqual(["two (added)"]);
  expect(await axeFindings(alices)).toEqual([]);
  await press(alices.getByRole("button", { name: "Accept suggestion" }));
  await walletRequest(alices).confirm();
  await alices.getByText("Confirmed on chain").waitFor();

  await dans.goto(`/manage-endorsement/${id}`);
  await dans.getByText(words).waitFor();
  await press(dans.getByRole("button", { name: "ACCEPT" }));
  await walletRequest(dans).confirm();
  await dans.getByText("Confirmed on chain").waitFor();
  expect(await readEndorsement(id)).toMatchObject({ approved: true, endorsement: words, title });
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBe(dan.address);
});

test("does not accept a suggestion that the receiver swaps while the author reads it", async () => {
  const title = "Drew the map of the old town";
  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/new-endorsement");
  await connect(page, "alice");
  const id = await issueEndorsement(page, {
    recipient: "dan",
    category: "Finance",
    title,
    words: "Dan drew a map in a month.",
  });
  const chain = new SeedSender(inject("nodeUrl"), protocolContract);
  const [standing, other] = categories.map(({ imageAddress }) => imageAddress);
  const suggest = (words: string, image = standing) =>
    chain.sendAll([
      {
        sender: dan,
        functionName: "edit-endorsement",
        args: [
          Cl.uint(id),
          Cl.stringUtf8(title),
          Cl.uint(1),
          Cl.stringUtf8(words),
          Cl.stringAscii(image ?? ""),
        ],
      },
    ]);
  await suggest("Dan drew a map in a week.");

  const { page: events } = await browser.newPerson(byMouse);
  await events.goto("/events");
  await connect(events, "alice");
  const card = events
    .getByRole("region", { name: "SUGGESTIONS WAITING FOR YOU" })
    .getByRole("listitem")
    .filter({ hasText: title });
  await card.getByRole("insertion").filter({ hasText: "week" }).waitFor();
  await page.goto(`/edit-endorsement/${id}`);
  const suggestion = page.getByRole("region", { name: "Suggested by dan.btc, not accepted" });
  await suggestion.getByRole("insertion").filter({ hasText: "week" }).waitFor();

  const swapped = "Dan drew a bad map in a year.";
  await suggest(swapped, other);
  const notice = page.getByRole("region", { name: "The suggestion has changed" });
  await notice.getByRole("insertion").filter({ hasText: "year" }).waitFor();
  const accept = page.getByRole("button", { name: "Accept suggestion" });
  await expect.poll(() => accept.isDisabled()).toBe(true);
  expect(await suggestion.getByRole("insertion").filter({ hasText: "week" }).count()).toBe(1);
  await card.getByText("The suggestion changed while you were reading.").waitFor();
  const acceptOnEvents = card.getByRole("button", { name: "Accept suggestion" });
  await expect.poll(() => acceptOnEvents.isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  expect(await axeFindings(events)).toEqual([]);

  await press(card.getByRole("button", { name: "Show the new suggestion" }));
  await card.getByRole("insertion").filter({ hasText: "year" }).waitFor();
  await card.getByText("Image now").waitFor();
  await card.getByText("Image suggested").waitFor();
  await expect.poll(() => acceptOnEvents.isDisabled()).toBe(false);
  await press(page.getByRole("button", { name: "Show the new suggestion" }));
  await suggestion.getByRole("insertion").filter({ hasText: "year" }).waitFor();
  await press(accept);
  await walletRequest(page).confirm();
  await page.getByText("Confirmed on chain").waitFor();
  expect(await readEndorsement(id)).toMatchObject({ draft: { endorsement: swapped } });
});

test("does not approve words that change while the receiver signs, and says why", async () => {
  const { page: dans } = await browser.newPerson(byMouse);
  await dans.goto("/new-endorsement");
  await connect(dans, "dan");
  const id = await issueEndorsement(dans, {
    recipient: "alice",
    category: "Science and Technology",
    title: "Reviewed what nobody else would",
    words: "Alice reviewed our contract in a night.",
  });

  const { page: alices } = await browser.newPerson(byKeyboard);
  await alices.goto(`/manage-endorsement/${id}`);
  await connect(alices, "alice");
  await press(alices.getByRole("button", { name: "ACCEPT" }));
  const approving = walletRequest(alices);
  await approving.text.getByText("pending-endorsement").first().waitFor();

  await dans.goto(`/edit-endorsement/${id}`);
  const words = "Alice reviewed our contract in a night, and found nothing.";
  await write(dans.getByRole("textbox", { name: "Description" }), words);
  await press(dans.getByRole("button", { name: "Submit edit request" }));
  await walletRequest(dans).confirm();
  await dans.getByText("Confirmed on chain").waitFor();

  await approving.confirm();
  await alices.getByRole("heading", { name: "The endorsement was not approved" }).waitFor();
  await alices
    .getByText("The words changed after you opened the page, so the network refused it.")
    .first()
    .waitFor();
  expect(await axeFindings(alices)).toEqual([]);
  expect(await readEndorsement(id)).toMatchObject({ approved: false });
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBeNull();

  await press(alices.getByRole("button", { name: "Back to the endorsement" }));
  await alices.getByText(words).first().waitFor();
  await expect
    .poll(() => readAll(alices.getByRole("insertion")))
    .toEqual(["night, and found nothing. (added)"]);
  await press(alices.getByRole("button", { name: "ACCEPT" }));
  await walletRequest(alices).confirm();
  await alices.getByText("Confirmed on chain").waitFor();
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBe(alice.address);
});
