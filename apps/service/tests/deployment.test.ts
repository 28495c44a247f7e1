import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listContracts, signDeployment } from "@colonnade/contracts/deployment.ts";
import { hashWords, willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import {
  alice,
  atelier,
  bob,
  carol,
  type DevnetAccount,
  dan,
  erin,
  frank,
  grace,
  watcher,
} from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { SeedSender } from "@colonnade/devnet/seed/sender.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { deploymentSchema } from "@colonnade/domain/deployment.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { createNetwork } from "@stacks/network";
import { broadcastTransaction, Cl } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestDatabase } from "./support/database.ts";
import { startTestService } from "./support/fixture.ts";
import { person } from "./support/people.ts";

const script = fileURLToPath(new URL("../../../scripts/deploy-contracts.ts", import.meta.url));
const origin = "https://colonnade.example";
const metadataBase = `${origin}/api/token-metadata/`;

describe("npm run contracts:deploy", () => {
  let folder: string;
  let devnet: Devnet;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-deployment-"));
    devnet = await startDevnet({ dataFolder: join(folder, "running"), blockMs: 20 });
  });

  afterAll(async () => {
    await devnet.close();
    await rm(folder, { recursive: true });
  });

  interface Run {
    /** The account that deploys, or its key. */
    by: DevnetAccount | { privateKey: string };
    args?: string[];
    environment?: Record<string, string>;
    /** What the user types. */
    input?: string;
    chain?: Devnet;
  }

  /** The environment of a deployment, and of the service on it. */
  const environmentOf = ({ by, environment, chain = devnet }: Run) => ({
    COLONNADE_NODE_URL: chain.url,
    COLONNADE_ORIGIN: origin,
    COLONNADE_DEPLOYMENTS: join(folder, by.privateKey.slice(0, 8)),
    ...environment,
  });

  function start(run: Run) {
    const { by, args = ["--network", "devnet", "--yes"], input = "" } = run;
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, COLONNADE_DEPLOYER_KEY: by.privateKey, ...environmentOf(run) },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    child.stdin.end(input);
    return { child, ended: once(child, "close"), output: () => text };
  }

  /** Runs the command to its end. Its output never has the key. */
  async function deploy(run: Run): Promise<{ code: number | null; output: string }> {
    const { child, ended, output } = start(run);
    await ended;
    if (run.by.privateKey !== "") expect(output()).not.toContain(run.by.privateKey.slice(0, 64));
    return { code: child.exitCode, output: output() };
  }

  const nonceOf = async (account: DevnetAccount, { url } = devnet) => {
    const response = await fetch(`${url}/v2/accounts/${account.address}?proof=0`);
    return z.object({ nonce: z.int() }).parse(await response.json()).nonce;
  };

  const recordOf = async (run: Run) => {
    const file = join(environmentOf(run).COLONNADE_DEPLOYMENTS, "devnet.json");
    return deploymentSchema.parse(JSON.parse(await readFile(file, "utf8")));
  };

  it("deploys contracts on which the service shows a profile, an endorsement and its approval", async () => {
    const run: Run = {
      by: frank,
      args: ["--network", "devnet", "--yes", "--watcher", watcher.address],
    };
    const { code, output } = await deploy(run);
    expect(output).toContain(`1. deploy ${frank.address}.colonnade-endorsement-alpha`);
    expect(output).toContain(`2. deploy ${frank.address}.colonnade-protocol-alpha`);
    expect(output).toContain(`3. add watcher ${watcher.address}`);
    expect(output).toMatch(/Together {2}0\.\d{6} STX/);
    expect(code).toBe(0);

    const [token, protocol] = listContracts({ metadataBase });
    const sha256 = (source = "") => createHash("sha256").update(source).digest("hex");
    expect(await recordOf(run)).toMatchObject({
      deployer: frank.address,
      protocol: { sha256: sha256(protocol?.source) },
      endorsement: { sha256: sha256(token?.source) },
      metadataBase,
      watchers: [watcher.address],
    });

    const environment = { ...environmentOf(run), COLONNADE_ORIGIN: "" };
    const { protocolContract } = readConfig(environment);
    expect(protocolContract).toBe(`${frank.address}.colonnade-protocol-alpha`);
    const database = await openTestDatabase();
    await using service = await startTestService(devnet, { environment, database, askEvery: 50 });
    const api = createClient({ origin: service.origin });
    const chain = new SeedSender(devnet.url, protocolContract);
    await chain.sendAll(
      [alice, bob].map((sender) => ({
        sender,
        functionName: "register-profile",
        args: [
          Cl.bufferFromUtf8("btc"),
          Cl.bufferFromUtf8(sender.name),
          Cl.none(),
          Cl.stringAscii("https://example.com/image.png"),
        ],
      })),
    );
    const words = { title: "Went first", description: "Tried it out.", image: "ipfs://image" };
    await chain.sendAll([
      {
        sender: alice,
        functionName: "submit-endorsement",
        args: [
          Cl.principal(alice.address),
          Cl.principal(bob.address),
          Cl.stringUtf8(words.title),
          Cl.uint(1),
          Cl.stringUtf8(words.description),
          Cl.stringAscii(words.image),
          Cl.none(),
        ],
      },
    ]);
    const digest = hashWords({ sender: alice.address, date: 1, ...words });
    await chain.sendAll([
      {
        sender: bob,
        functionName: "approve-endorsement",
        args: [Cl.uint(1)],
        postConditions: [willSendPending(protocolContract, bob.address, 1, digest)],
      },
      // Only a watcher may do this.
      {
        sender: watcher,
        functionName: "watcher-remove-profile",
        args: [Cl.principal(dan.address)],
      },
    ]);
    await expect
      .poll(
        async () =>
          (await api("getProfile", { query: { principal: bob.address } })).columnMilestones,
      )
      .toMatchObject([
        { title: "Went first", approved: true, column_sender: { bns_name: "alice" } },
      ]);
  });

  it("sends nothing for contracts that are there with the same source", async () => {
    await deploy({ by: erin });
    const nonce = await nonceOf(erin);
    const again = await deploy({ by: erin });
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining("already") });
    expect(await nonceOf(erin)).toBe(nonce);
  });

  it("adds further watchers to contracts that are there", async () => {
    const args = (address: string) => ["--network", "devnet", "--yes", "--watcher", address];
    await deploy({ by: carol, args: args(watcher.address) });
    const { code, output } = await deploy({ by: carol, args: args(dan.address) });
    expect(output).not.toContain("deploy ");
    expect(code).toBe(0);
    const { watchers } = await recordOf({ by: carol });
    expect(watchers).toEqual([watcher.address, dan.address]);
  });

  it("deploys only the contract that is missing", async () => {
    const network = createNetwork({ network: "testnet", client: { baseUrl: devnet.url } });
    const [token] = listContracts({ metadataBase });
    if (token === undefined) throw new Error("no token");
    const options = { senderKey: dan.privateKey, network };
    const transaction = await signDeployment(token, options);
    await broadcastTransaction({ transaction, network });
    const { code, output } = await deploy({ by: dan });
    expect(output).not.toContain(`deploy ${dan.address}.colonnade-endorsement-alpha`);
    expect(output).toContain(`1. deploy ${dan.address}.colonnade-protocol-alpha`);
    expect(code).toBe(0);
  });

  it("waits for the transaction of an interrupted run, also without the deprecated routes", async () => {
    await using chain = await startDevnet({
      dataFolder: join(folder, "interrupted"),
      blockMs: "manual",
      hasDeprecated: false,
    });
    const run: Run = { by: alice, chain };
    const interrupted = start(run);
    await expect.poll(interrupted.output).toContain("Sent: deploy");
    interrupted.child.kill("SIGKILL");
    await interrupted.ended;

    const second = start(run);
    await expect.poll(second.output).toContain("Waiting for earlier transactions");
    chain.mine();
    await expect.poll(second.output).toContain("Sent: deploy");
    chain.mine();
    await second.ended;
    expect(second.output()).toContain("Recorded in");
    expect(await nonceOf(alice, chain)).toBe(2);
  });

  it("stops before a contract that has another source, and shows the line", async () => {
    await deploy({ by: bob });
    const nonce = await nonceOf(bob);
    const environment = { COLONNADE_ORIGIN: "https://elsewhere.example" };
    const { code, output } = await deploy({ by: bob, environment });
    expect(code).toBe(1);
    expect(output).toContain(`${bob.address}.colonnade-endorsement-alpha is on the chain already`);
    expect(output).toMatch(/on the chain: .*colonnade\.example[\s\S]*here: .*elsewhere\.example/);
    expect(await nonceOf(bob)).toBe(nonce);
  });

  it.each(["no\n", ""])("sends nothing unless the user types yes (%j)", async (input) => {
    const { code, output } = await deploy({ by: atelier, args: ["--network", "devnet"], input });
    expect(output).toContain("Nothing was sent.");
    expect(code).toBe(1);
    expect(await nonceOf(atelier)).toBe(0);
    await expect(recordOf({ by: atelier })).rejects.toThrow("ENOENT");
  });

  it("goes on once the user types yes", async () => {
    const run = { by: grace, args: ["--network", "devnet"], input: "yes\n" };
    expect(await deploy(run)).toMatchObject({ code: 0 });
  });

  it("refuses a key whose account is not that of the recorded deployment", async () => {
    await deploy({ by: erin });
    const { COLONNADE_DEPLOYMENTS } = environmentOf({ by: erin });
    const { code, output } = await deploy({ by: frank, environment: { COLONNADE_DEPLOYMENTS } });
    expect(code).toBe(1);
    expect(output).toContain(`records a deployment by ${erin.address}`);
  });

  describe("says what is wrong, and sends nothing, for", () => {
    const devnetArgs = ["--network", "devnet", "--yes"];
    const testnetArgs = ["--network", "testnet", "--yes"];
    const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    it.each<[string, Partial<Run>, RegExp]>([
      ["an empty balance", { by: person("poor") }, /has 0\.000000 STX and needs 0\.\d+ STX/],
      ["no key", { by: { privateKey: "" } }, /COLONNADE_DEPLOYER_KEY is missing/],
      ["a text that is no key", { by: { privateKey: "twelve words" } }, /is not a private key/],
      ["a number that is no key", { by: { privateKey: order } }, /is not a private key/],
      ["no network", { args: ["--yes"] }, /Usage: npm run contracts:deploy/],
      ["an unknown option", { args: ["--net"] }, /--net[\s\S]*Usage: npm run contracts:deploy/],
      [
        "a watcher of another network",
        { args: [...devnetArgs, "--watcher", "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF"] },
        /another network than devnet/,
      ],
      [
        "a node that is not there",
        { environment: { COLONNADE_NODE_URL: "http://127.0.0.1:1" } },
        /127\.0\.0\.1:1\/v2\/info did not answer[\s\S]*COLONNADE_NODE_URL/,
      ],
      [
        "a node of another network",
        { args: ["--network", "mainnet", "--yes"] },
        /is of the network with id 2147483648, not of mainnet/,
      ],
      [
        "a network without BNS-V2",
        { args: testnetArgs },
        /There is no ST2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D9SZJQ0M\.BNS-V2 on testnet/,
      ],
      [
        "an origin that only this machine reaches",
        { args: testnetArgs, environment: { COLONNADE_ORIGIN: "http://127.0.0.1:4100" } },
        /COLONNADE_ORIGIN is http:\/\/127\.0\.0\.1:4100/,
      ],
    ])("%s", async (_, run, message) => {
      const { code, output } = await deploy({ by: atelier, ...run });
      expect(output).toMatch(message);
      expect(output).not.toMatch(/^ +at /m);
      expect(code).toBe(1);
      expect(await nonceOf(atelier)).toBe(0);
    });
  });
});
