import { rm } from "node:fs/promises";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, expect, test } from "vitest";
import { alice, erin } from "../../apps/devnet/accounts.ts";
import { checkAnswersOf } from "../../apps/service/tests/support/answers.ts";
import { registerProfile } from "../actions/profile.ts";
import { connect } from "../actions/wallet.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { mine } from "../stack/chain.ts";
import { expectFocus } from "../stack/hands.ts";
import { newSettings, type Product, startProduct, startRefused } from "../stack/product.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();
const settings = await newSettings();
/** Blocks only when asked for, so that a pending transaction stays pending for as long as it is looked at. */
const unhurried = { ...settings, blockMs: 600_000 };
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

test("Ctrl-C ends all of it cleanly, and the next start goes on where it was", async () => {
  const first = await startProduct(settings);
  await checkAnswersOf(first.origin);
  const before = await readAlice(first);
  expect(before.columnMilestones.length).toBeGreaterThan(0);
  expect(await first.stop()).toBe(0);

  const second = await restarted();
  expect(await readAlice(second)).toEqual(before);
});

test("a second copy on the same data, or a busy port, is refused in one sentence", async () => {
  const samePorts = await startRefused(settings);
  expect(samePorts.code).not.toBe(0);
  expect(samePorts.output).toMatch(/^Port \d+ is taken by another program; .+$/m);
  expect(samePorts.output).not.toContain("seed");
  const { ports } = await newSettings();
  const sameFolder = await startRefused({ ...settings, ports });
  expect(sameFolder.code).not.toBe(0);
  expect(sameFolder.output).toMatch(/in use|taken|another/i);
});

test("a registration stays pending over a reload and a killed service, and is confirmed by its block", async () => {
  const running = product ?? (await restarted());
  const { page } = await stage.enter({}, running.origin);
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
