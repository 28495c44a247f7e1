import { createClient } from "@colonnade/domain/http/client.ts";
import { expect, inject, test } from "vitest";
import { carol, dan } from "../../apps/devnet/accounts.ts";
import { issueEndorsement } from "../actions/endorsement.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { readTokenOwner } from "../stack/chain.ts";
import { press, write } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [byMouse, byKeyboard] = bothManners;
const api = createClient({ origin: inject("origin") });
const readEndorsement = (id: number) => api("getEndorsement", { query: { id } });

test("marks an endorsement that its author withdraws, until its receiver removes it", async () => {
  const title = "Keeps every promise";
  const { page: carols } = await browser.newPerson(byKeyboard);
  await carols.goto("/new-endorsement");
  await connect(carols, "carol");
  const id = await issueEndorsement(carols, {
    recipient: "dan",
    category: "Character and Ethics",
    title,
    words: "Dan has never let me down.",
  });
  const { page: dans } = await browser.newPerson(byMouse);
  await dans.goto(`/manage-endorsement/${id}`);
  await connect(dans, "dan");
  await press(dans.getByRole("button", { name: "ACCEPT" }));
  await walletRequest(dans).confirm();
  await dans.getByText("Confirmed on chain").waitFor();
  const { earned } = await api("getProfile", { query: { principal: dan.address } });

  await carols.goto(`/manage-endorsement/${id}`);
  await press(carols.getByRole("button", { name: "Withdraw" }));
  const question = carols.getByRole("dialog", { name: "Withdraw this endorsement?" });
  await write(question.getByRole("textbox", { name: "Reason" }), "Then he did.");
  expect(await axeFindings(carols)).toEqual([]);
  await press(question.getByRole("button", { name: "Withdraw for good" }));
  await walletRequest(carols).confirm();
  await carols.getByRole("heading", { name: "Endorsement has been withdrawn" }).waitFor();
  await carols.getByText("Confirmed on chain").waitFor();
  expect(await readEndorsement(id)).toMatchObject({
    approved: false,
    withdrawn: { by: carol.address, reason: "Then he did." },
  });
  const profile = await api("getProfile", { query: { principal: dan.address } });
  expect(profile.earned).toBe(earned - 1);
  expect(profile.withdrawnMilestones.map((one) => one.id)).toContain(id);
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBe(dan.address);

  const { page: anybodys, excused } = await browser.newPerson(byMouse);
  await anybodys.goto(`/profile/${dan.address}`);
  const wall = anybodys.getByRole("region", { name: "Withdrawn by their authors" });
  await wall.getByText("Then he did.").waitFor();

  await dans.goto(`/manage-endorsement/${id}`);
  await press(dans.getByRole("button", { name: "Remove", exact: true }));
  await press(dans.getByRole("dialog").getByRole("button", { name: "Remove for good" }));
  await walletRequest(dans).confirm();
  await dans.getByRole("heading", { name: "Endorsement has been removed" }).waitFor();
  await dans.getByText("Confirmed on chain").waitFor();
  expect(await readTokenOwner(inject("nodeUrl"), id)).toBeNull();
  excused.push("/api/milestone");
  await anybodys.goto(`/home?endorsement=${id}`);
  await anybodys.getByText("There is no such endorsement").waitFor();
});

test("lets the author take a pending endorsement back", async () => {
  const { page } = await browser.newPerson(byMouse);
  await page.goto("/new-endorsement");
  await connect(page, "bob");
  const id = await issueEndorsement(page, {
    recipient: "alice",
    category: "Legal",
    title: "Reads what she signs",
    words: "Alice reads every line.",
  });
  await page.goto(`/manage-endorsement/${id}`);
  await press(page.getByRole("button", { name: "Withdraw" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Withdraw for good" }));
  const request = walletRequest(page);
  await request.text.getByText("pending-endorsement").first().waitFor();
  await request.confirm();
  await page.getByText("Confirmed on chain").waitFor();
  await expect(readEndorsement(id)).rejects.toMatchObject({ status: 404 });
});
