import { once } from "node:events";
import { appendFile, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { listDevnetContracts } from "@colonnade/contracts/deployment.ts";
import { FolderLockError } from "@colonnade/folder-lock/folder-lock.ts";
import { Cl } from "@stacks/transactions";
import { expect, test } from "vitest";
import { alice, bob, carol, deployer } from "../accounts.ts";
import { Chain } from "../chain/chain.ts";
import { type Devnet, setUp, startDevnet } from "../devnet.ts";
import { PortInUseError } from "../http/app.ts";
import {
  accountOf,
  deployTestContract,
  get,
  makeFolder,
  send,
  startTestDevnet,
  statusOf,
} from "./fixture.ts";
import { freePort, spawnDevnet, up } from "./process.ts";

/** Everything that a client can see of a chain. */
async function see(devnet: Pick<Devnet, "url">, contract: string, txids: readonly string[]) {
  const [address, name] = contract.split(".");
  const { body } = await get(devnet, "/extended/v1/status");
  return {
    status: body,
    blocks: (await get(devnet, "/extended/v2/blocks?limit=30")).body,
    counter: (await get(devnet, `/v2/data_var/${address}/${name}/counter`)).body,
    transactions: await Promise.all(
      txids.map(async (txid) => (await get(devnet, `/extended/v1/tx/${txid}`)).body),
    ),
    accounts: await Promise.all(
      [alice, bob, carol].map((account) => accountOf(devnet, account.address)),
    ),
  };
}

test("keeps blocks, hashes, txids, state and mempool after a restart, and continues", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const first = await startDevnet(options);
  const contract = await deployTestContract(first);
  const txids = [
    await send(first, alice, { contract, functionName: "count", args: [] }),
    await send(first, bob, { contract, functionName: "count-and-err", args: [] }),
    await send(first, carol, {
      contract,
      functionName: "count-and-divide",
      args: [Cl.uint(0)],
    }),
    await send(first, alice, {
      contract,
      functionName: "pay",
      args: [Cl.uint(1), Cl.principal(bob.address)],
    }),
  ];
  first.mine();
  first.mineBurnBlock();
  first.transferName("alice.btc", bob.address);
  txids.push(await send(first, bob, { contract, functionName: "count", args: [] }));
  const before = await see(first, contract, txids);
  await first.close();

  await using second = await startDevnet(options);
  expect(await see(second, contract, txids)).toEqual(before);
  expect((await get(second, "/v1/names/alice.btc")).body).toMatchObject({ address: bob.address });
  const { transactions, burn_block_height } = second.mine();
  expect(transactions).toMatchObject([{ txid: txids[4], status: "success" }]);
  expect(burn_block_height).toBe(2);
});

test("drops an incomplete last line and keeps everything before it", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const log = join(folder.path, "devnet", "chain.log");
  const first = await startDevnet(options);
  const { tip } = first;
  const whole = (await readFile(log)).length;
  first.mine();
  await first.close();

  await truncate(log, (await readFile(log)).length - 7);
  const second = await startDevnet(options);
  expect(second.tip).toEqual(tip);
  await second.close();
  expect((await readFile(log)).length).toBe(whole);

  await appendFile(log, '{"kind":"block","bl');
  await using third = await startDevnet(options);
  expect(third.tip).toEqual(tip);
});

test("refuses a log with a damaged line in the middle", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  await (await startDevnet(options)).close();
  await appendFile(join(folder.path, "devnet", "chain.log"), "{damaged}\n");
  await expect(startDevnet(options)).rejects.toThrow(/line \d+ is damaged/);
});

test("refuses the chain of another version's contracts, and says what to delete", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const metadataBase = "http://127.0.0.1:4100/api/token-metadata/";
  const [trait, names, token] = listDevnetContracts({ metadataBase });
  const standIns = [trait, names].flatMap((contract) =>
    contract?.deployer === undefined ? [] : [{ ...contract, deployer: contract.deployer }],
  );
  const chain = await Chain.open({
    path: join(folder.path, "devnet", "chain.log"),
    genesis: { allocations: { [deployer.address]: "1000000000000" }, contracts: standIns },
    now: Date.now,
  });
  const other = "(define-read-only (get-version) u1)";
  await setUp(chain, token === undefined ? [] : [{ ...token, source: other }]);
  chain.close();
  await expect(startDevnet(options)).rejects.toThrow("Delete that folder to start a new chain.");
});

test("starts an old chain with another address for metadata", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  await (await startDevnet(options)).close();
  const metadataBase = "http://127.0.0.1:9999/api/token-metadata/";
  await (await startDevnet({ ...options, metadataBase })).close();
});

test("finishes an interrupted first start at the next one", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const log = join(folder.path, "devnet", "chain.log");
  const first = await startDevnet(options);
  const { block_height } = first.tip;
  await first.close();
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  for (let kept = 1; kept < lines.length; kept += 1) {
    const size = Buffer.byteLength(`${lines.slice(0, kept).join("\n")}\n`);
    await truncate(log, size);
    const again = await startDevnet(options);
    expect(again.tip.block_height).toBe(block_height);
    expect((await get(again, `/v1/names/alice.btc`)).status).toBe(200);
    await again.close();
  }
});

test("refuses a second copy on the same folder with one clear sentence", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const first = await startDevnet(options);
  await expect(startDevnet(options)).rejects.toThrow(FolderLockError);
  await first.close();
  await using again = await startDevnet(options);
  expect(again.tip.block_height).toBeGreaterThan(0);
});

test("refuses a busy port with one clear sentence and releases the folder", async () => {
  await using first = await startTestDevnet();
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual", port: first.port } as const;
  await expect(startDevnet(options)).rejects.toThrow(PortInUseError);
  await using second = await startDevnet({ ...options, port: 0 });
  expect(second.port).not.toBe(first.port);
});

test("loses nothing that was answered after kill -9", async () => {
  await using folder = await makeFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sent: string[] = [];
  for (const account of [alice, bob, carol]) {
    const child = await spawnDevnet(folder.path, port);
    await up(url);
    const [name = "", namespace = ""] = account.bnsName?.split(".") ?? [];
    sent.push(
      await send({ url }, account, {
        functionName: "register-profile",
        args: [
          Cl.bufferFromUtf8(namespace),
          Cl.bufferFromUtf8(name),
          Cl.none(),
          Cl.stringAscii("ipfs://image"),
        ],
      }),
    );
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const child = await spawnDevnet(folder.path, port);
  await up(url);
  for (const txid of sent) {
    await expect.poll(() => statusOf({ url }, txid)).toBe("success");
  }
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("ends the process with one sentence on a busy port", async () => {
  await using taken = await startTestDevnet();
  await using folder = await makeFolder();
  const child = await spawnDevnet(folder.path, taken.port);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(said.trim()).toBe(
    `Port ${taken.port} is taken by another program; stop it, or set COLONNADE_DEVNET_PORT to a free port.`,
  );
});
