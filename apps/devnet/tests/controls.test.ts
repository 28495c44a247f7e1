import { afterAll, beforeAll, expect, test } from "vitest";
import { bob } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { get, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startTestDevnet();
});
afterAll(() => devnet.close());

test("refuses a control that a web page uses", async () => {
  const before = devnet.mine();
  const controls = {
    mine: {},
    fork: { back: 1, transactions: "drop" },
    drop: { txid: `0x${"00".repeat(32)}`, status: "dropped_problematic" },
    names: { action: "give", name: "taken.btc", owner: bob.address },
  };
  for (const [control, body] of Object.entries(controls)) {
    const { status } = await fetch(`${devnet.url}/colonnade/v1/${control}`, {
      method: "POST",
      // A browser sends this type to other sites without asking them first.
      headers: { origin: "https://somewhere.example", "content-type": "text/plain" },
      body: JSON.stringify(body),
    });
    expect(status, control).toBe(403);
  }
  expect(devnet.tip).toEqual(before);
  expect((await get(devnet, "/v1/names/taken.btc")).status).toBe(404);
});
