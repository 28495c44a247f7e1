import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { Cl } from "@stacks/transactions";
import { expect, inject, test } from "vitest";
import { atelier, bob } from "../../apps/devnet/accounts.ts";
import { SeedSender } from "../../apps/devnet/seed/sender.ts";
import { willSendPending } from "../../contracts/pending-endorsement.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { protocolContract } from "../stack/chain.ts";
import { press } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [byMouse, byKeyboard] = bothManners;
const api = createClient({ origin: inject("origin") });

const titles = ["Buy one", "Buy \u202Etwo", "Buy three"];
const waitingIds = async () => {
  const query = { limit: 100, sender: atelier.address, receiver: bob.address } as const;
  const { items } = await api("pageEndorsements", { query: { ...query, approved: "false" } });
  return items;
};

const words = (title: string) => [
  Cl.stringUtf8(title),
  Cl.uint(1),
  Cl.stringUtf8("Come and buy."),
  Cl.stringAscii(categories[0].imageAddress),
];
const submission = (title: string) => ({
  sender: atelier,
  functionName: "submit-endorsement",
  args: [Cl.principal(atelier.address), Cl.principal(bob.address), ...words(title), Cl.none()],
});

test("ends a flood: three wait at most, several go at once, and a blocked sender is refused", async () => {
  const chain = new SeedSender(inject("nodeUrl"), protocolContract);
  await chain.sendAll(titles.map(submission));
  await expect(chain.sendAll([submission("Buy four")])).rejects.toThrow("(err u1311)");
  await expect.poll(async () => (await waitingIds()).length).toBe(limits.waitingFromOneSender);
  const [, edited] = await waitingIds();
  if (edited === undefined) throw new Error("Nothing waits");

  const { page } = await browser.newPerson(byKeyboard);
  await page.goto("/events");
  await connect(page, "bob");
  const panel = page.getByRole("complementary", { name: "Waiting for you" });
  await press(panel.getByRole("button", { name: "Reject several at once" }));
  for (const part of ["one", "two", "three"]) {
    const box = panel.getByRole("checkbox", { name: new RegExp(`Buy .*${part}`) });
    await box.focus();
    await page.keyboard.press("Space");
  }
  expect(await axeFindings(page)).toEqual([]);
  await press(panel.getByRole("button", { name: "Reject 3" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Reject 3 for good" }));
  const request = walletRequest(page);
  await request.text.getByText("pending-endorsement").first().waitFor();
  await chain.sendAll([
    {
      sender: atelier,
      functionName: "edit-endorsement",
      args: [Cl.uint(edited.id), ...words("Buy them all")],
      postConditions: [willSendPending(protocolContract, bob.address, edited.id, edited.wordsHash)],
    },
  ]);
  await request.confirm();
  const failed = panel.getByRole("status").filter({ hasText: "Nothing was rejected" });
  await failed.getByText("U+202E").waitFor();
  await failed.getByText("The words changed").waitFor();
  await page.reload();
  await failed.getByText("The words changed").waitFor();
  await press(failed.getByRole("button", { name: "Reject the other 2" }));
  await request.confirm();
  await panel.getByText("You have rejected 2 endorsements").waitFor();
  await expect.poll(async () => (await waitingIds()).map(({ id }) => id)).toEqual([edited.id]);

  await page.goto(`/manage-endorsement/${edited.id}`);
  await press(page.getByRole("button", { name: "Block", exact: true }));
  const question = page.getByRole("dialog", { name: "Block atelier.btc?" });
  await press(question.getByRole("button", { name: "Block and reject all (1)" }));
  await request.text.getByText("block-sender").first().waitFor();
  await request.confirm();
  await request.text.getByText("burn-endorsements").first().waitFor();
  await request.cancel();
  await page.getByText("Transaction cancelled").waitFor();
  // The button is another one once the block is confirmed.
  await page.getByText("You have blocked").waitFor();
  await press(page.getByRole("button", { name: "Reject all pending (1)" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Reject 1 for good" }));
  await request.text.getByText("burn-endorsements").first().waitFor();
  await request.confirm();
  await page.waitForURL("/events");
  await panel.getByText("You have rejected one endorsement").waitFor();
  await page.reload();
  await panel.getByText("You have rejected one endorsement").waitFor();
  await press(panel.getByRole("button", { name: "Show my blocks" }));
  await request.confirm();
  const blocked = panel.getByRole("region", { name: "Blocked" });
  await blocked.getByRole("link", { name: "atelier.btc" }).waitFor();
  await expect(chain.sendAll([submission("Buy again")])).rejects.toThrow("(err u1310)");
  await press(blocked.getByRole("button", { name: "Unblock atelier.btc" }));
  await request.confirm();
  await blocked.getByText("You have blocked nobody.").waitFor();

  const { page: ateliers } = await browser.newPerson(byMouse);
  await ateliers.goto("/events");
  await connect(ateliers, "atelier");
  await press(ateliers.getByRole("button", { name: "Show my rejected words" }));
  await walletRequest(ateliers).confirm();
  const rejected = ateliers.getByRole("region", { name: "Your rejected words" });
  const last = rejected.getByRole("article", { name: "Buy them all" });
  await press(last.getByRole("button", { name: "Write again with these words" }));
  const title = ateliers.getByRole("textbox", { name: "Title" });
  await expect.poll(() => title.inputValue()).toBe("Buy them all");
});
