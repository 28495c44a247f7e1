import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alice, bob, type DevnetAccount, dan, erin } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { seedDevnet } from "@colonnade/devnet/seed/seed.ts";
import { categories } from "@colonnade/domain/category.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  Cl,
  type ClarityValue,
  deserializeTransaction,
  fetchCallReadOnlyFunction,
  makeContractCall,
  Pc,
  type PostCondition,
  privateKeyToPublic,
  serializeCVBytes,
} from "@stacks/transactions";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createHiroNode } from "../chain/hiro-node.ts";
import { NodeError } from "../chain/node.ts";
import { createPayloadReader } from "../chain/payload-reader.ts";
import type { Database } from "../db/database.ts";
import { type Service, startService } from "../service.ts";
import { protocolContract } from "./support/blocks.ts";
import { openTestDatabase, readDerived } from "./support/database.ts";
import { browser, signIn, startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";

const [contractAddress = "", contractName = ""] = protocolContract.split(".");
const silent = pino({ level: "silent" });

describe("The service on a devnet", () => {
  let folder: string;
  let devnet: Devnet;
  let service: Service;
  let database: Database;
  let api: Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-service-devnet-"));
    const port = await findPort();
    database = await openTestDatabase();
    service = await startTestService(
      { url: `http://127.0.0.1:${port}` },
      { database, askEvery: 5000 },
    );
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: 20,
      observers: [service.observerUrl],
      metadataBase: `${service.origin}/api/token-metadata/`,
    });
    api = createClient({ origin: service.origin, fetch: browser(service) });
    await seedDevnet({
      nodeUrl: devnet.url,
      protocolContract,
      origin: service.origin,
      log: silent,
    });
    await devnet.observersCaughtUp();
  });

  afterAll(async () => {
    await devnet.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function send(
    account: DevnetAccount,
    functionName: string,
    functionArgs: ClarityValue[],
    postConditions: PostCondition[] = [],
  ): Promise<string> {
    const network = createNetwork({ network: "testnet", client: { baseUrl: devnet.url } });
    const transaction = await makeContractCall({
      contractAddress,
      contractName,
      functionName,
      functionArgs,
      postConditions,
      senderKey: account.privateKey,
      network,
    });
    const { txid } = await broadcastTransaction({ transaction, network });
    return `0x${txid}`;
  }

  const eventOf = async (address: string, txId: string) =>
    (await api("getEvents", { query: { principal: address } })).find(
      (event) => event.txId === txId,
    );
  const untilEvent = async (address: string, txId: string, status: string) =>
    expect.poll(async () => (await eventOf(address, txId))?.status).toBe(status);

  it("shows the seeded cast", async () => {
    const profiles = await api("listProfiles");
    expect(profiles.map(({ bns_name }) => bns_name)).toContain("alice");
    const status = await api("getStatus");
    expect(status).toMatchObject({ lag: 0, quarantined: 0 });
    expect(status.tip?.height).toBe(devnet.tip.block_height);
  });

  it("shows an endorsement from its submission to its approval", async () => {
    const image = categories[2].imageAddress;
    const words = [
      "Keeps the lights on",
      "Dan answered at four in the morning. \u0000😀 <b>",
    ] as const;
    const submitted = await send(alice, "submit-endorsement", [
      Cl.principal(alice.address),
      Cl.principal(dan.address),
      Cl.stringUtf8(words[0]),
      Cl.uint(1),
      Cl.stringUtf8(words[1]),
      Cl.stringAscii(image),
      Cl.none(),
    ]);
    await api("announceTransaction", {
      body: { txId: submitted, senderPrincipal: alice.address, event: "SUBMIT_ENDORSEMENT" },
    });
    await untilEvent(dan.address, submitted, "SUCCESS");
    const id = (await eventOf(dan.address, submitted))?.metaData.endorsementId ?? 0;
    const pending = await api("getEndorsement", { query: { id } });
    expect(pending).toMatchObject({ approved: false, signedHeight: 1, txId: submitted });
    const signed = Cl.tuple({
      sender: Cl.principal(alice.address),
      org: Cl.none(),
      title: Cl.stringUtf8(words[0]),
      date: Cl.uint(1),
      description: Cl.stringUtf8(words[1]),
      image: Cl.stringAscii(image),
    });
    const digest = createHash("sha256").update(serializeCVBytes(signed)).digest("hex");
    expect(pending.wordsHash).toBe(`0x${digest}`);

    const asset = Cl.tuple({ id: Cl.uint(id), words: Cl.bufferFromHex(digest) });
    const approved = await send(
      dan,
      "approve-endorsement",
      [Cl.uint(id)],
      [
        Pc.principal(dan.address)
          .willSendAsset()
          .nft(`${contractAddress}.${contractName}::pending-endorsement`, asset),
      ],
    );
    await untilEvent(dan.address, approved, "SUCCESS");
    const earned = await api("getEndorsement", { query: { id } });
    expect(earned).toMatchObject({
      approved: true,
      title: words[0],
      endorsement: words[1],
      category: "Education and Training",
      column_sender: { bns_name: "alice" },
      column_receiver: { bns_name: "dan" },
    });

    const proof = await api("getProof", { params: { id } });
    expect(proof.claim).toMatchObject({ status: "approved", wordsHash: pending.wordsHash });
    expect(proof.transactions.map(({ txId }) => txId)).toEqual([submitted, approved]);
    for (const { raw, txId } of proof.transactions) {
      const signed = deserializeTransaction(raw ?? "");
      signed.verifyOrigin();
      expect(`0x${signed.txid()}`).toBe(txId);
    }

    const uri = await fetchCallReadOnlyFunction({
      contractAddress,
      contractName: "colonnade-endorsement-alpha",
      functionName: "get-token-uri",
      functionArgs: [Cl.uint(id)],
      senderAddress: dan.address,
      network: createNetwork({ network: "testnet", client: { baseUrl: devnet.url } }),
    });
    const address = /"(http[^"]+)"/.exec(Cl.prettyPrint(uri))?.[1]?.replace("{id}", String(id));
    const metadata: unknown = await (await fetch(address ?? "")).json();
    expect(metadata).toMatchObject({ sip: 16, name: words[0] });
  });

  it("shows a failed transaction as FAILED with the chain's reason", async () => {
    const txId = await send(erin, "approve-endorsement", [Cl.uint(1)]);
    await untilEvent(erin.address, txId, "FAILED");
    expect(await eventOf(erin.address, txId)).toMatchObject({
      event: "APPROVE_ENDORSEMENT",
      reason: "abort_by_response",
    });
  });

  it("shows a registration as PENDING until a block has it", async () => {
    const txId = await send(erin, "register-profile", [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("erin"),
      Cl.some(Cl.stringUtf8("New here")),
      Cl.stringAscii("https://example.com/erin.png"),
    ]);
    const asErin = await signIn(service, {
      ...erin,
      publicKey: String(privateKeyToPublic(erin.privateKey)),
    });
    await asErin.api("announceTransaction", {
      body: { txId, senderPrincipal: erin.address, event: "REGISTER_PROFILE" },
    });
    const { status } = await api("getProfile", { query: { principal: erin.address } });
    expect(["PENDING", "CONFIRMED"]).toContain(status);
    await untilEvent(erin.address, txId, "SUCCESS");
    await expect
      .poll(() => api("getProfile", { query: { principal: erin.address } }))
      .toMatchObject({ status: "CONFIRMED", bns_name: "erin", statement: "New here" });
  });

  it("follows the node through a fork to a shorter chain", async () => {
    const submitted = await send(bob, "update-statement", [Cl.stringUtf8("Changed my mind")]);
    await untilEvent(bob.address, submitted, "SUCCESS");
    const { block_height } = devnet.tip;
    devnet.fork({ back: 2, blocks: 1, transactions: "drop" });
    await devnet.observersCaughtUp();
    expect((await api("getStatus")).tip).toMatchObject({
      height: block_height - 1,
      indexBlockHash: devnet.tip.index_block_hash,
    });
    expect((await eventOf(bob.address, submitted))?.status).not.toBe("SUCCESS");
  });

  it("reads the same blocks through the Hiro API's routes", async () => {
    const other = await openTestDatabase();
    const hiro = await startService({
      config: readConfig({
        COLONNADE_PORT: "0",
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
      }),
      database: { ...other, close: () => Promise.resolve() },
      node: createHiroNode(devnet.url, protocolContract, createPayloadReader(protocolContract)),
      log: silent,
    });
    await hiro.askNode();
    await hiro.close();
    // That index may begin with another block.
    const [, ...tables] = await readDerived(other);
    const [, ...posted] = await readDerived(database);
    expect(tables).toEqual(posted);
    await other.close();
  });

  it("reads no block through the Hiro API while its logs are missing", async () => {
    const server = createServer(async ({ url = "" }, response) => {
      const isLogs = url.includes("/logs");
      const answer = isLogs ? null : await fetch(`${devnet.url}${url}`);
      response.writeHead(answer?.status ?? 200, { "content-type": "application/json" });
      response.end(answer === null ? '{"prev_cursor":null,"results":[]}' : await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const forked = createHiroNode(
      `http://127.0.0.1:${port}`,
      protocolContract,
      createPayloadReader(protocolContract),
    );
    const whole = createHiroNode(
      devnet.url,
      protocolContract,
      createPayloadReader(protocolContract),
    );
    let { height } = await whole.tip();
    const hasEvents = (read: Awaited<ReturnType<typeof whole.block>>) =>
      read !== null && "block" in read && read.block.events.length > 0;
    while (!hasEvents(await whole.block(height))) height -= 1;
    await expect(forked.block(height)).rejects.toThrow(NodeError);
    await new Promise((resolve) => server.close(resolve));
  });
});
