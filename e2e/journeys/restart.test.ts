import { rm } from "node:fs/promises";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, expect, test } from "vitest";
import { alice, erin } from "../../apps/devnet/accounts.ts";
import { checkResponsesOf } from "../../apps/service/tests/support/response-check.ts";
import { registerProfile } from "../actions/profile.ts";
import { connect } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { mine } from "../stack/chain.ts";
import { expectFocus } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";
import { A_DAY, newSettings, type Product, startProduct, startRefused } from "../stack/product.ts";

const browser = setUpBrowser();
const settings = await newSettings();
/** Makes blocks only on request, so that a pending transaction stays pending. */
const unhurried = { ...settings, blockMs: A_DAY };
let product: Product | undefined;

afterAll(async () => {
  await product?.stop();
  await rm(settings.dataFolder, { recursive: true, force: true });
});

async function restarted(): Promise<Product> {
  product = await startProduct(unhurried);
  return product;
}

const readAlice = ({ origin }: Product) =>
  createClient({ origin })("getProfile", { query: { principal: alice.address } });

test("ends cleanly on Ctrl-C, and the next start continues", async () => {
  const first = await startProduct(settings);
  await checkResponsesOf(first.origin);
  const before = await readAlice(first);
  expect(before.columnMilestones.length).toBeGreaterThan(0);
  expect(await first.stop()).toBe(0);

  const second = await restarted();
  expect(await readAlice(second)).toEqual(before);
});

test("refuses a second copy on the same data or a busy port in one sentence", async () => {
  const samePorts = await startRefused(settings);
  expect(samePorts.code).not.toBe(0);
  expect(samePorts.output).toMatch(/^Port \d+ is taken by another program; .+$/m);
  expect(samePorts.output).not.toContain("seed");
  const { ports } = await newSettings();
  const sameFolder = await startRefused({ ...settings, ports });
  expect(sameFolder.code).not.toBe(0);
  expect(sameFolder.output).toMatch(/in use|taken|another/i);
});

test("keeps a registration pending over a reload and a killed service until its block", async () => {
  const running = product ?? (await restarted());
  const { page } = await browser.newPerson({}, running.origin);
  await page.goto("/create-profile");
  await connect(page, "erin");
  await registerProfile(page, "Registered across a reload.");
  await expectFocus(page.getByRole("heading", { name: "Profile creation in progress" }));
  await page.getByText("Account Creation Pending Chain Confimration").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Profile creation in progress" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/profile");
  await page.getByText("Sit tight while your account confirm on chain").waitFor();
  await page.getByText("PROFILE PENDING CONFIRMATION").first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const pending = createClient({ origin: running.origin });
  expect(await pending("getProfile", { query: { principal: erin.address } })).toMatchObject({
    status: "PENDING",
  });

  await page.goto("about:blank");
  expect(await running.kill()).not.toBe(0);
  const again = await restarted();
  const api = createClient({ origin: again.origin });
  expect(await api("getProfile", { query: { principal: erin.address } })).toMatchObject({
    status: "PENDING",
  });
  await page.goto("/profile");
  await page.getByText("Sit tight while your account confirm on chain").waitFor();
  await mine(again.nodeUrl);
  await page.getByRole("heading", { name: "erin.btc" }).waitFor();
  await page.getByText("Registered across a reload.").waitFor();
});
