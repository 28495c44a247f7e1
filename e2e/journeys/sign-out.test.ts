import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { connect, disconnect } from "../actions/wallet.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { bothManners, setStage } from "../stack/stage.ts";

const stage = setStage();

test.each(bothManners)(
  "signing out says so and leaves nothing of the person on the device, by $manner",
  async (look) => {
    const { page, context } = await stage.enter(look);
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
    // @stacks/connect keeps what it knows as hexadecimal text.
    const traces = [bob.address, Buffer.from(bob.address).toString("hex")];
    const kept = stored.filter(({ value }) => traces.some((trace) => value.includes(trace)));
    expect(kept).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
  },
);

test("someone without a BNS name is told where to get one", async () => {
  const { page } = await stage.enter();
  await page.goto("/create-profile");
  await connect(page, "grace");
  await page.getByRole("heading", { name: "You don't have a BNS name" }).waitFor();
  await page.getByRole("link", { name: "Get a BNS name" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
