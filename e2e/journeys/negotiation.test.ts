import { createClient } from "@colonnade/domain/http/client.ts";
import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice, dan } from "../../apps/devnet/accounts.ts";
import { issueEndorsement } from "../actions/endorsement.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { readTokenOwner } from "../stack/chain.ts";
import { expectFocus, press, write } from "../stack/hands.ts";
import { bothManners, setStage } from "../stack/stage.ts";

const stage = setStage();
const [byMouse, byKeyboard] = bothManners;
const readEndorsement = (id: number) =>
  createClient({ origin: inject("origin") })("getEndorsement", { query: { id } });

/** What is read out, as it is read: a space is a space. */
async function readAll(parts: Locator): Promise<string[]> {
  return (await parts.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

test.each([
  { sender: byMouse, receiver: byKeyboard },
  { sender: byKeyboard, receiver: byMouse },
])(
  "the receiver suggests other words by $receiver.manner, the sender accepts them by $sender.manner, and they are approved",
  async ({ sender, receiver }) => {
    const title = `Kept the books, sent by ${sender.manner}`;
    const { page: alices } = await stage.enter(sender);
    await alices.goto("/new-endorsement");
    await connect(alices, "alice");
    const id = await issueEndorsement(alices, {
      recipient: "dan",
      category: "Finance",
      title,
      words: "Dan kept the books of three clubs for a year.",
    });

    const { page: dans } = await stage.enter(receiver);
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
    const sent = dans.getByRole("heading", { name: "Your words are sent" });
    await expectFocus(sent);
    await dans.getByText("Confirmed on chain").waitFor();
    expect(await axeFindings(dans)).toEqual([]);

    await alices.goto(`/edit-endorsement/${id}`);
    await alices.getByRole("heading", { name: "dan.btc suggests other words" }).waitFor();
    expect(await readAll(alices.getByRole("deletion"))).toEqual(["three (left out)"]);
    expect(await readAll(alices.getByRole("insertion"))).toEqual(["two (added)"]);
    expect(await axeFindings(alices)).toEqual([]);
    await press(alices.getByRole("button", { name: "Accept the suggestion" }));
    await walletRequest(alices).confirm();
    await alices.getByText("Confirmed on chain").waitFor();

    await dans.goto(`/manage-endorsement/${id}`);
    await dans.getByText(words).waitFor();
    await press(dans.getByRole("button", { name: "ACCEPT" }));
    await walletRequest(dans).confirm();
    await dans.getByText("Confirmed on chain").waitFor();
    expect(await readEndorsement(id)).toMatchObject({ approved: true, endorsement: words, title });
    expect(await readTokenOwner(inject("nodeUrl"), id)).toBe(dan.address);
  },
);

test("words that change while the receiver signs are not approved, and the receiver is told why", async () => {
  const { page: dans } = await stage.enter(byMouse);
  await dans.goto("/new-endorsement");
  await connect(dans, "dan");
  const id = await issueEndorsement(dans, {
    recipient: "alice",
    category: "Science and Technology",
    title: "Reviewed what nobody else would",
    words: "Alice reviewed our contract in a night.",
  });

  const { page: alices } = await stage.enter(byKeyboard);
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
  expect(await readAll(alices.getByRole("insertion"))).toEqual([
    "night, and found nothing. (added)",
  ]);
  await press(alices.getByRole("button", { name: "ACCEPT" }));
  await walletRequest(alices).confirm();
  await alices.getByText("Confirmed on chain").waitFor();
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBe(alice.address);
});
