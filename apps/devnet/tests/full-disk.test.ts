import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { alice, type DevnetAccount } from "../accounts.ts";
import { broadcast, get, makeCall, makeFolder, send, statusOf } from "./fixture.ts";
import { freePort, spawnDevnet, up } from "./process.ts";

/** Bounds the size of the files that a process may write, as a full disk does. `unlimited` gives it room again. */
function limitFiles(pid: number, bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
}

const words = (text: string) => ({ functionName: "update-statement", args: [Cl.stringUtf8(text)] });

/** Sends a transaction without the library, to see the whole answer. */
async function post(url: string, sender: DevnetAccount, text: string) {
  const transaction = await makeCall({ url }, sender, words(text));
  const response = await fetch(`${url}/v2/transactions`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(transaction.serializeBytes()),
  });
  return { status: response.status, body: await response.json() };
}

const tipSchema = z.object({ chain_tip: z.object({ block_height: z.int() }) });

/** The whole chain, each block with its transactions and events, and what the node says of its state. */
async function see(url: string) {
  const { body: status } = await get({ url }, "/extended/v1/status");
  const { body: account } = await get({ url }, `/v2/accounts/${alice.address}?proof=0`);
  const chain: unknown[] = [];
  const tip = tipSchema.parse(status).chain_tip.block_height;
  for (let height = 1; height <= tip; height += 1) {
    chain.push((await get({ url }, `/colonnade/v1/blocks/${height}`)).body);
  }
  return { status, account, chain };
}

// Only Linux can change the limits of a running process.
describe.skipIf(platform() !== "linux")("A devnet whose disk is full", () => {
  const tries = triesOf({ usual: 3, torture: 200 });

  test("answers 503, goes on when there is room, and replays to the same chain", async () => {
    await using folder = await makeFolder();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    let child = await spawnDevnet(folder.path, port);
    await up(url);
    const [name = "", namespace = ""] = alice.bnsName?.split(".") ?? [];
    const args = [
      Cl.bufferFromUtf8(namespace),
      Cl.bufferFromUtf8(name),
      Cl.none(),
      Cl.stringAscii("ipfs://image"),
    ];
    const first = await send({ url }, alice, { functionName: "register-profile", args });
    await expect.poll(() => statusOf({ url }, first)).toBe("success");

    for (let made = 0; made < tries; made += 1) {
      const { size } = await stat(join(folder.path, "devnet/chain.log"));
      // Room for a transaction and a part of its block, or for less.
      limitFiles(child.pid ?? 0, size + Math.floor(Math.random() * 8_000));
      let refused = await post(url, alice, `Try ${made}`);
      while (refused.status === 200) refused = await post(url, alice, `Try ${made}`);
      expect(refused).toMatchObject({
        status: 503,
        body: { error: "transaction rejected", reason: "ServerFailureDatabase" },
      });
      expect((await get({ url }, "/v2/info")).status).toBe(200);

      limitFiles(child.pid ?? 0, "unlimited");
      const sent = await broadcast({ url }, await makeCall({ url }, alice, words(`After ${made}`)));
      await expect.poll(() => statusOf({ url }, sent)).toBe("success");
      const before = await see(url);
      child.kill("SIGKILL");
      await once(child, "exit");
      child = await spawnDevnet(folder.path, port);
      await up(url);
      expect(await see(url)).toEqual(before);
    }
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    tellRow({
      fault: "the devnet's disk is full",
      tries,
      result:
        "503 to the sender; it goes on when there is room, and its log replays to the same blocks, all of them",
      longestMs: null,
    });
  });
});
