import { expect, inject, test } from "vitest";
import { bob, watcher } from "../../apps/devnet/accounts.ts";
import { signIn } from "../../apps/devnet/seed/sign-in.ts";
import { connect, disconnect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { press } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [, byKeyboard] = bothManners;

test("leaves nothing of a person on the device after signing out", async () => {
  const { page, context } = await browser.newPerson(byKeyboard);
  await page.goto("/home");
  await connect(page, "bob");
  await page.getByRole("button", { name: "bob.btc, menu" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "bob.btc, menu" }).waitFor();

  await disconnect(page);
  await page.getByText("Wallet disconnected").waitFor();
  await page.getByText("Wallet disconnected").waitFor({ state: "detached" });
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
  const { origins } = await context.storageState();
  const stored = origins.find(({ origin }) => origin === inject("origin"))?.localStorage ?? [];
  // @stacks/connect stores its data as hexadecimal text.
  const traces = [bob.address, Buffer.from(bob.address).toString("hex")];
  const kept = stored.filter(({ value }) => traces.some((trace) => value.includes(trace)));
  expect(kept).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
});

test("signs out on all devices, once the wallet has signed", async () => {
  const elsewhere = await signIn(inject("origin"), bob);
  expect(await elsewhere("getSession")).toMatchObject({ address: bob.address });
  const { page } = await browser.newPerson();
  await page.goto("/faqs");
  await connect(page, "bob");
  const ask = async () => {
    await press(page.getByRole("button", { name: "bob.btc, menu" }));
    await press(page.getByRole("button", { name: "Sign out everywhere" }));
    await walletRequest(page).text.getByText(/sign/i).first().waitFor();
  };

  await ask();
  await walletRequest(page).cancel();
  await page.getByRole("button", { name: "bob.btc, menu" }).waitFor();
  expect(await elsewhere("getSession")).toMatchObject({ address: bob.address });

  await ask();
  await walletRequest(page).confirm();
  await page.getByText("Signed out on all devices").waitFor();
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await elsewhere("getSession")).toMatchObject({ address: null });
});

test("ends the session once the service is reached again", async () => {
  const { page, excused } = await browser.newPerson();
  await page.goto("/review");
  await connect(page, "watcher");
  await press(page.getByRole("button", { name: "Sign in" }));
  await walletRequest(page).confirm();
  await page.getByRole("button", { name: "Sign in" }).waitFor({ state: "detached" });
  const whose = () =>
    page.evaluate(async () => (await (await fetch("/api/session")).json()).address);
  expect(await whose()).toBe(watcher.address);

  excused.push("/api/session");
  await page.route(
    ({ pathname }) => pathname === "/api/session",
    (route) => (route.request().method() === "DELETE" ? route.abort() : route.continue()),
  );
  await disconnect(page);
  await page.getByText("Wallet disconnected").waitFor();
  expect(await whose()).toBe(watcher.address);
  await page.unrouteAll();
  await page.reload();
  await expect.poll(whose).toBe(null);
});
