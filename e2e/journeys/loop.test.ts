import { createClient } from "@colonnade/domain/http/client.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { expect, inject, test } from "vitest";
import { erin, frank } from "../../apps/devnet/accounts.ts";
import { sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { registerProfile } from "../actions/profile.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { readTokenOwner } from "../stack/chain.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

const words =
  "Frank rewrote the release notes so that a tired person at midnight could follow them. 💛\nI was that person.";

test("two people register, one endorses the other, and it stands in the gallery as an NFT the node confirms", async () => {
  const { page: erins } = await stage.enter();
  const { page: franks } = await stage.enter();

  for (const { page, name } of [
    { page: erins, name: "erin" },
    { page: franks, name: "frank" },
  ]) {
    await page.goto("/");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Create Your Profile" }).first().click();
    await page.getByText("Connect your wallet to get started").waitFor();
    await connect(page, name);
    await page.getByText("Please make sure to use a single wallet for sign in!").waitFor();
    await page.getByRole("heading", { name: "CREATE YOUR PROFILE" }).waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe(name);
    await registerProfile(page, `I am ${name}. I try things first.`);
    await page.getByText("Transaction Submitted").first().waitFor();
    await page.getByRole("heading", { name: "You've already made a profile" }).waitFor();
  }

  await erins.getByRole("link", { name: "Endorse" }).first().click();
  await erins.getByRole("heading", { name: "Issue Endorsement" }).waitFor();
  await writeEndorsement(erins, {
    recipient: "frank",
    category: "Professional and Business",
    title: "Words for the tired",
    words,
  });
  expect(await axeFindings(erins)).toEqual([]);
  await sendEndorsement(erins);
  const sending = walletRequest(erins);
  await sending.text.getByText("Words for the tired").waitFor();
  await sending.confirm();
  await erins.getByRole("heading", { name: "Endorsement HAS BEEN SENT" }).waitFor();
  await erins.getByText("Confirmed on chain").waitFor();

  await franks.getByRole("link", { name: "Events" }).first().click();
  await franks.getByRole("heading", { name: "MY EVENTS" }).waitFor();
  expect(await axeFindings(franks)).toEqual([]);
  await franks.getByRole("link", { name: /Words for the tired/ }).click();
  await franks.getByText("a tired person at midnight").waitFor();
  expect(await axeFindings(franks)).toEqual([]);
  await franks.getByRole("button", { name: "ACCEPT" }).click();
  const approving = walletRequest(franks);
  await approving.text.getByText("pending-endorsement").first().waitFor();
  await approving.confirm();
  await franks.getByRole("heading", { name: "ENDORSEMENT HAS BEEN APPROVED" }).waitFor();
  await franks.getByText("Confirmed on chain").waitFor();

  await franks.goto("/profile");
  await franks.getByRole("heading", { name: "Endorsements I've Earned" }).waitFor();
  await franks
    .getByText(/^1 endorsement$/i)
    .first()
    .waitFor();
  expect(await axeFindings(franks)).toEqual([]);

  const api = createClient({ origin: inject("origin") });
  const profile = await api("getProfile", { query: { principal: frank.address } });
  const [earned] = profile.columnMilestones;
  expect(earned).toMatchObject({
    approved: true,
    title: "Words for the tired",
    endorsement: words,
  });
  expect(displayName(earned?.column_sender ?? profile)).toBe("erin.btc");
  expect(earned?.column_sender.address).toBe(erin.address);
  expect(await readTokenOwner(inject("nodeUrl"), earned?.id ?? 0)).toBe(frank.address);

  await erins.goto(`/profile/${frank.address}`);
  await erins.getByRole("heading", { name: "Endorsements Earned" }).waitFor();
  await erins.getByText("Words for the tired").first().click();
  const detail = erins.getByRole("dialog");
  await detail.getByText("a tired person at midnight").waitFor();
  expect(await axeFindings(erins)).toEqual([]);
  await erins.keyboard.press("Escape");
  await detail.waitFor({ state: "hidden" });
});
