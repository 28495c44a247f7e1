import { createClient } from "@colonnade/domain/http/client.ts";
import { expect, inject, test } from "vitest";
import { bob, carol } from "../../apps/devnet/accounts.ts";
import { rejectEndorsement, sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { readTokenOwner, readTransactionStatus } from "../stack/chain.ts";
import { expectFocus, press } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [byMouse, byKeyboard] = bothManners;
const api = () => createClient({ origin: inject("origin") });

test("sends nothing and keeps what was typed after a cancelled wallet", async () => {
  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/new-endorsement");
  await connect(page, "alice");
  await writeEndorsement(page, {
    recipient: "dan",
    category: "Legal",
    title: "A contract one can read",
    words: "Dan drafts so that both sides sleep well.",
  });
  const before = await api()("pageEndorsements", { query: { limit: 1 } });
  await sendEndorsement(page);
  await walletRequest(page).cancel();
  await page.getByText("Transaction cancelled").waitFor();
  await expectFocus(page.getByRole("button", { name: "SEND ENDORSEMENT TO RECIPIENT" }));
  await page.getByText("Transaction cancelled").waitFor({ state: "detached" });
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  const textIn = (name: string) => page.getByRole("textbox", { name }).inputValue();
  await expect.poll(() => textIn("Title")).toBe("A contract one can read");
  await expect.poll(() => textIn("Description")).toBe("Dan drafts so that both sides sleep well.");
  expect(await api()("pageEndorsements", { query: { limit: 1 } })).toEqual(before);
});

test("burns the pending asset and removes the endorsement when its receiver rejects", async () => {
  const title = "Made us a fortune";
  const { page: bobs } = await browser.newPerson(byMouse);
  await bobs.goto("/new-endorsement");
  await connect(bobs, "bob");
  await writeEndorsement(bobs, {
    recipient: "carol",
    category: "Finance",
    title,
    words: "Carol can tell you tomorrow's prices.",
  });
  await sendEndorsement(bobs);
  await walletRequest(bobs).confirm();
  await bobs.getByText("Confirmed on chain").waitFor();
  const query = { limit: 1, sender: bob.address, receiver: carol.address };
  const sent = await api()("pageEndorsements", { query });
  const id = sent.items[0]?.id ?? 0;

  const { page: carols } = await browser.newPerson(byKeyboard);
  await carols.goto("/events");
  await connect(carols, "carol");
  await press(carols.getByRole("complementary").getByRole("link", { name: new RegExp(title) }));
  await rejectEndorsement(carols);
  await walletRequest(carols).confirm();
  const done = carols.getByRole("heading", { name: "ENDORSEMENT HAS BEEN REJECTED" });
  await done.waitFor();
  await expectFocus(done);
  await carols.getByText("Confirmed on chain").waitFor();
  expect(await axeFindings(carols)).toEqual([]);

  await expect(api()("getEndorsement", { query: { id } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBeNull();
  await press(carols.getByRole("link", { name: "Go Home" }));
  await carols.getByRole("article").first().waitFor();
  expect(await carols.getByText(title).count()).toBe(0);
  expect(await axeFindings(carols)).toEqual([]);
});

test("shows a transaction that fails on chain as failed, and keeps its words", async () => {
  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/new-endorsement");
  await connect(page, "dan");
  await writeEndorsement(page, {
    recipient: "alice",
    category: "Identity",
    title: "She is who she says",
    words: "I have known Alice for ten years.",
  });
  await sendEndorsement(page);
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await page.getByText(/Failed on chain\./).waitFor();
  await page.getByRole("heading", { name: "Your endorsement was not sent" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const link = await page.getByRole("link", { name: "View Status" }).first().getAttribute("href");
  const txId = /0x[0-9a-f]{64}/.exec(link ?? "")?.[0] ?? "";
  expect(await readTransactionStatus(inject("nodeUrl"), txId)).toBe("abort_by_post_condition");

  await press(page.getByRole("button", { name: "Try again with the same words" }));
  await expect
    .poll(() => page.getByRole("textbox", { name: "Title" }).inputValue())
    .toBe("She is who she says");
  await press(page.getByRole("link", { name: /^Events/ }).first());
  await page.getByText("FAILED").first().waitFor();
});
