import { messages } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, isHeaded, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Numbers of the cast's endorsements by their first titles. */
const find = (title: string) => findEndorsement(inject("stillOrigin"), title);
const mural = () => find("The mural on Fifth");

test("lets the author withdraw with a reason, and nobody else", async () => {
  const id = await mural();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "carol");
  await button(page, "Withdraw").click();
  const dialog = page.getByRole("dialog", { name: "Withdraw this endorsement?" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("x".repeat(257));
  await says(dialog, "At most 256 characters");
  await expect.poll(() => button(dialog, "Withdraw for good").count()).toBe(0);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("I saw another mural.");
  await look(page, "manage-withdraw", { everywhere: true });
  await button(dialog, "Withdraw for good").click();
  await walletRequest(page).text.getByText("I saw another mural.").waitFor();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  const { page: bobs } = await screens.open(`/manage-endorsement/${id}`, "bob");
  await says(bobs, "This endorsement is already approved");
  expect(await bobs.getByRole("button", { name: "Withdraw" }).count()).toBe(0);
});

test("shows a withdrawn endorsement with its reason and block, and lets its receiver remove it", async () => {
  const { page } = await screens.open(`/profile/${bob.address}`);
  const wall = page.getByRole("region", { name: "Withdrawn by their authors" });
  await says(wall, messages.withdrawnByAuthor, "Bob reviewed an early draft.");
  await look(page, "profile-withdrawn", { bothThemes: true });
  await wall.getByRole("link", { name: "Reviewed our print shop before it opened" }).click();
  const dialog = page.getByRole("dialog");
  await says(dialog, messages.withdrawnByAuthor, "Bob reviewed an early draft.");
  await dialog.getByRole("link", { name: /^block \d+/ }).waitFor();
  await look(page, "endorsement-withdrawn", { everywhere: true });

  const id = new URL(page.url()).searchParams.get("endorsement");
  const { page: bobs } = await screens.open(`/manage-endorsement/${id}`, "bob");
  await says(bobs, "Its author has withdrawn this endorsement");
  await look(bobs, "manage-withdrawn", { bothThemes: true });
  await button(bobs, "Remove").click();
  await button(bobs.getByRole("dialog"), "Remove for good").click();
  await walletRequest(bobs).cancel();
  await says(bobs, messages.transactionCancelled);
});

test("keeps the reason of a withdrawal over a reload, and when the transaction fails", async () => {
  const { page } = await screens.open(`/manage-endorsement/${await mural()}`, "carol");
  const reason = page.getByRole("dialog").getByRole("textbox", { name: "Reason" });
  await button(page, "Withdraw").click();
  await reason.fill("It is painted over.");
  await page.reload();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("It is painted over.");
  await button(page.getByRole("dialog"), "Withdraw for good").click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, "Endorsement has been withdrawn");
  await screens.mine();
  await button(page, "Back to the endorsement").click();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("It is painted over.");
  await look(page, "manage-withdrawal-kept");
  await reason.fill("");
  await page.reload();
  await button(page, "Withdraw").click();
  await expect.poll(() => reason.inputValue()).toBe("");
});

test("says that an endorsement is withdrawn, and then removed, once its block is there", async () => {
  const id = await mural();
  const { page } = await screens.open(`/manage-endorsement/${id}`, "carol");
  await button(page, "Withdraw").click();
  await button(page.getByRole("dialog"), "Withdraw for good").click();
  await walletRequest(page).confirm();
  await isHeaded(page, "Endorsement has been withdrawn");
  await says(page, messages.pendingOnChain, "It takes effect with the next block.");
  await look(page, "manage-withdrawal-sent", { bothThemes: true });
  await screens.mine();
  await says(page, "Confirmed on chain", "Its author no longer stands by these words.");
  await look(page, "manage-withdrawal-confirmed", { bothThemes: true });

  const { page: alices } = await screens.open(`/manage-endorsement/${id}`, "alice");
  await button(alices, "Remove").click();
  await look(alices, "manage-remove-question", { bothThemes: true });
  await button(alices.getByRole("dialog"), "Remove for good").click();
  await walletRequest(alices).confirm();
  await isHeaded(alices, "Endorsement has been removed");
  await says(alices, messages.pendingOnChain);
  await look(alices, "manage-removal-sent", { bothThemes: true });
  await screens.mine();
  await says(alices, "Confirmed on chain", "and its token is burned.");
  await look(alices, "manage-removal-confirmed", { bothThemes: true });
});
