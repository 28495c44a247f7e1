import { limits } from "@colonnade/domain/limits.ts";
import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";
import { walletRequest } from "../actions/wallet.ts";
import { lookAtLoading } from "../stack/loading.ts";
import { look } from "../stack/look.ts";
import { button, heading, isHeaded, link, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

test("without a wallet, one's own profile asks for it", async () => {
  const { page } = await screens.open("/profile");
  await isHeaded(page, messages.connectToContinue);
  await look(page, "own-profile-signed-out");
});

test("without a profile, one's own profile offers to make one", async () => {
  const { page } = await screens.open("/profile", "grace");
  await isHeaded(page, messages.createYourProfileCapitals);
  await look(page, "own-profile-connected");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("one's own profile shows what one earned, issued, belongs to and follows", async () => {
  const { page } = await screens.open("/profile", "bob");
  await says(page, messages.myProfile);
  await isHeaded(page, "bob.btc");
  await isHeaded(page, messages.organizations);
  await isHeaded(page, messages.endorsementsIEarned);
  await isHeaded(page, messages.endorsementsIIssued);
  await says(page, sayEndorsements(2), messages.pendingApproval);
  await link(page, "clarityuniverse.btc").waitFor();
  await look(page, "own-profile", { everywhere: true });
  await page.getByText(messages.yourNetwork, { exact: true }).click();
  await page.getByRole("heading", { name: "Followers" }).waitFor();
  await look(page, "own-profile-network");
  await link(page, messages.editProfile).click();
  await page.waitForURL("/edit-profile");
});

test("one's own profile keeps its places while it loads, and says when it could not", async () => {
  await lookAtLoading(screens, {
    path: "/profile",
    account: "bob",
    call: "/api/column",
    name: "own-profile",
    outline: (page) => page.getByRole("region", { name: messages.endorsementsIEarned }),
    failure: messages.profileFetchError,
    content: (page) => heading(page, "bob.btc"),
  });
});

test("without a profile there is none to edit", async () => {
  for (const account of [undefined, "grace"]) {
    const { page } = await screens.open("/edit-profile", account);
    await isHeaded(page, messages.createAccountToEdit);
    const main = page.getByRole("main");
    await link(main, messages.createProfile).waitFor();
    // Whoever disconnected has a profile already, and only to connect.
    const connects = account === undefined ? 1 : 0;
    expect(await main.getByRole("button", { name: messages.connectWallet }).count()).toBe(connects);
    await look(page, `edit-profile-${account ?? "signed-out"}`);
  }
});

test("the statement and the image can be edited, the name and the domain only read", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  await isHeaded(page, messages.editProfile);
  for (const name of ["Name", "Domain"]) {
    const field = page.getByRole("textbox", { name, exact: true });
    expect(await field.getAttribute("readonly")).not.toBeNull();
  }
  await look(page, "edit-profile", { everywhere: true });
});

test("a profile's edit names what is missing or too long, and sends nothing unchanged", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.waitFor();
  const before = await summary.inputValue();
  await summary.fill("");
  await says(page, messages.required);
  await summary.fill("💛".repeat(limits.statementCodePoints + 1));
  await says(page, messages.statementTooLong, "1025/1024");
  await button(page, messages.confirmChanges).click();
  await says(page, messages.statementTooLong);
  await look(page, "edit-profile-invalid");
  await summary.fill(before);
  await button(page, messages.confirmChanges).click();
  await says(page, messages.noChanges);
  await look(page, "edit-profile-unchanged");
});

test("a profile's edit cancelled in the wallet is said, and nothing of it is lost", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  const summary = page.getByRole("textbox", { name: messages.summary });
  await summary.fill("I count things before I sign.");
  await button(page, messages.confirmChanges).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "edit-profile-cancelled");
  await page.reload();
  await summary.waitFor();
  expect(await summary.inputValue()).toBe("I count things before I sign.");
});

test("a profile's edit is sent, waits for its block and is confirmed", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  await page.getByRole("textbox", { name: messages.summary }).fill("I count things twice.");
  await button(page, messages.confirmChanges).click();
  await walletRequest(page).confirm();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await says(page, messages.transactionSubmitted, messages.pendingOnChain);
  await button(page, messages.editProfile).waitFor();
  await look(page, "edit-profile-sent");
  await page.reload();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await says(page, messages.pendingOnChain);
  await screens.mine();
  await says(page, messages.profileUpdated, "Confirmed on chain");
  await look(page, "edit-profile-confirmed");
  await button(page, messages.goBack).waitFor();
  await page.goto("/profile");
  await says(page, "I count things twice.");
});

test("a profile's edit that the chain refuses is taken back in plain words", async () => {
  const { page } = await screens.open("/edit-profile", "dan");
  await page.getByRole("textbox", { name: messages.summary }).fill("I count things thrice.");
  await button(page, messages.confirmChanges).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.profileUpdatesSubmitted);
  await screens.mine();
  await isHeaded(page, "Your statement was not changed");
  await says(page, "Failed on chain.");
  await look(page, "edit-profile-refused");
  await button(page, messages.editProfile).click();
  const summary = page.getByRole("textbox", { name: messages.summary });
  expect(await summary.inputValue()).toBe("I count things thrice.");
});

test("a profile's edit waits for the profile, and says when it could not be loaded", async () => {
  await lookAtLoading(screens, {
    path: "/edit-profile",
    account: "bob",
    call: "/api/column",
    name: "edit-profile",
    outline: (page) => page.getByText("Looking for your profile"),
    failure: messages.somethingWrong,
    content: (page) => heading(page, messages.editProfile),
  });
});
