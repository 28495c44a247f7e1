import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alice, type DevnetAccount, deployer, erin, watcher } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { Cl, privateKeyToPublic } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../service.ts";
import { databases } from "./support/databases.ts";
import { browser, signIn, startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";
import { sendCall } from "./support/wallet.ts";

describe.each(databases)("A transaction on a devnet, with %s", (_, open) => {
  let folder: string;
  let devnet: Devnet;
  let service: Service;
  let api: Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-settling-"));
    const port = await findPort();
    service = await startTestService(
      { url: `http://127.0.0.1:${port}` },
      { database: await open() },
    );
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: "manual",
      observers: [service.observerUrl],
    });
    api = createClient({ origin: service.origin, fetch: browser(service) });
    await sendCall(devnet.url, alice, "register-profile", [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("alice"),
      Cl.none(),
      Cl.stringAscii("https://example.com/alice.png"),
    ]);
    await sendCall(devnet.url, deployer, "add-watcher", [Cl.principal(watcher.address)]);
    await mine();
  });

  afterAll(async () => {
    await devnet.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function mine(): Promise<void> {
    devnet.mine();
    await devnet.observersCaughtUp();
  }
  const say = (words: string, options = {}) =>
    sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8(words)], options);
  const as = (account: DevnetAccount) =>
    signIn(service, { ...account, publicKey: String(privateKeyToPublic(account.privateKey)) });
  const announce = async (txId: string, account: DevnetAccount) =>
    (await as(account)).api("announceTransaction", {
      body: { txId, senderPrincipal: account.address, event: "UPDATE_STATEMENT", metaData: {} },
    });
  const eventsOf = async (txId: string, account: DevnetAccount) =>
    (await api("getEvents", { query: { principal: account.address } })).filter(
      (event) => event.txId === txId,
    );
  const statusesOf = async (txId: string, account = alice) =>
    (await eventsOf(txId, account)).map(({ event, status, reason }) => [event, status, reason]);

  it("is PENDING in the mempool and SUCCESS in its block, in one event", async () => {
    const txId = await say("One");
    await announce(txId, alice);
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "PENDING", null]]);
    await mine();
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "SUCCESS", null]]);
  });

  it("has one event when it is announced after its block was indexed", async () => {
    const txId = await say("Two");
    await mine();
    await announce(txId, alice);
    await service.askNode();
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "SUCCESS", null]]);
  });

  it("is FAILED when another with the same nonce and a higher fee replaces it", async () => {
    const network = `${devnet.url}/extended/v1/address/${alice.address}/nonces`;
    const nonces: unknown = await (await fetch(network)).json();
    const nonce = Number(Reflect.get(Object(nonces), "possible_next_nonce"));
    const cheap = await say("Three", { nonce, fee: 1000 });
    await announce(cheap, alice);
    const dear = await say("Three, dearly", { nonce, fee: 5000 });
    await announce(dear, alice);
    await service.askNode();
    expect(await statusesOf(cheap)).toEqual([
      ["UPDATE_STATEMENT", "FAILED", "dropped_replace_by_fee"],
    ]);
    expect(await statusesOf(dear)).toEqual([["UPDATE_STATEMENT", "PENDING", null]]);
    await mine();
    await service.askNode();
    expect(await statusesOf(dear)).toEqual([["UPDATE_STATEMENT", "SUCCESS", null]]);
    expect(await statusesOf(cheap)).toEqual([
      ["UPDATE_STATEMENT", "FAILED", "dropped_replace_by_fee"],
    ]);
  });

  it("is FAILED when the node drops it", async () => {
    const txId = await say("Four");
    await announce(txId, alice);
    expect(devnet.drop(txId, "dropped_too_expensive")).toBe(true);
    await service.askNode();
    expect(await statusesOf(txId)).toEqual([
      ["UPDATE_STATEMENT", "FAILED", "dropped_too_expensive"],
    ]);
  });

  it("is FAILED when the contract refuses it", async () => {
    const txId = await sendCall(devnet.url, erin, "update-statement", [
      Cl.stringUtf8("No profile"),
    ]);
    await announce(txId, erin);
    await mine();
    expect(await statusesOf(txId, erin)).toEqual([
      ["UPDATE_STATEMENT", "FAILED", "abort_by_response"],
    ]);
    expect(await eventsOf(txId, erin)).toMatchObject([{ errorCode: 1101 }]);
  });

  it("is PENDING again when it is sent again unchanged", async () => {
    const txId = await say("Four and a half");
    await announce(txId, alice);
    devnet.drop(txId, "dropped_stale_garbage_collect");
    await service.askNode();
    expect(await statusesOf(txId)).toMatchObject([
      ["UPDATE_STATEMENT", "FAILED", expect.anything()],
    ]);
    expect(await say("Four and a half")).toBe(txId);
    await announce(txId, alice);
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "PENDING", null]]);
    await mine();
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "SUCCESS", null]]);
  });

  it("stays SUCCESS when a fork mines it again, and is FAILED when a fork drops it", async () => {
    const txId = await say("Five");
    await announce(txId, alice);
    await mine();
    devnet.fork({ back: 1, blocks: 1 });
    await devnet.observersCaughtUp();
    await service.askNode();
    expect(await statusesOf(txId)).toEqual([["UPDATE_STATEMENT", "SUCCESS", null]]);
    devnet.fork({ back: 1, blocks: 1, transactions: "drop" });
    await devnet.observersCaughtUp();
    await service.askNode();
    expect(await statusesOf(txId)).toEqual([
      ["UPDATE_STATEMENT", "FAILED", "dropped_replace_across_fork"],
    ]);
  });

  it("is shown to nobody when it never existed", async () => {
    const txId = `0x${"ab".repeat(32)}`;
    expect(await announce(txId, alice)).toEqual({ seen: false });
    expect(await statusesOf(txId)).toEqual([]);
  });

  it("cannot be announced for anybody but its sender", async () => {
    const txId = await say("Six");
    await expect(announce(txId, erin)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    expect(await statusesOf(txId, erin)).toEqual([]);
    await mine();
  });

  it("turns an application into an organization, and a fork undoes that", async () => {
    const asAlice = await as(alice);
    const asWatcher = await as(watcher);
    expect(await asWatcher.api("getSession")).toMatchObject({ watcher: true });
    await asAlice.api("applyForOrganization", {
      body: {
        address: alice.address,
        bnsName: "alice.btc",
        statement: "",
        imageUrl: "ipfs://bafkreilogo00000000",
        description: "Makers of things",
        website: "https://guild.example",
        admins: [alice.address, erin.address],
      },
    });
    const [application] = (await asWatcher.api("pageApplications", { query: {} })).items;
    const id = application?.id ?? 0;
    const admission = () =>
      sendCall(devnet.url, watcher, "watcher-new-organization", [
        Cl.principal(alice.address),
        Cl.stringUtf8("alice.btc"),
        Cl.stringAscii("ipfs://bafkreilogo00000000"),
        Cl.stringUtf8("Makers of things"),
        Cl.stringUtf8("https://guild.example"),
        // The admin has a seat already, so the contract refuses to invite her.
        Cl.list([Cl.principal(erin.address)]),
      ]);
    const decide = (txId: string) =>
      asWatcher.api("decideApplication", {
        params: { id },
        body: { decision: "admit", txId },
      });
    const ofAlice = async () =>
      (await asAlice.api("pageApplications", { query: { applicant: alice.address } })).items[0];

    const first = await admission();
    expect(await decide(first)).toMatchObject({ status: "admitting", txId: first });
    await mine();
    const accepted = await ofAlice();
    expect(accepted).toMatchObject({ status: "accepted", decidedBy: watcher.address });
    expect(
      await api("getOrganization", { query: { id: accepted?.organizationId ?? 0 } }),
    ).toMatchObject({ name: "alice.btc", admin: alice.address });

    devnet.fork({ back: 1, blocks: 1, transactions: "drop" });
    await devnet.observersCaughtUp();
    await service.askNode();
    expect(await ofAlice()).toMatchObject({ status: "waiting", organizationId: null });

    const second = await admission();
    expect(await decide(second)).toMatchObject({ status: "admitting", txId: second });
    await mine();
    expect(await ofAlice()).toMatchObject({ status: "accepted", txId: second });

    const member = await sendCall(devnet.url, alice, "remove-representative", [
      Cl.uint(accepted?.organizationId ?? 0),
      Cl.principal(erin.address),
    ]);
    await mine();
    expect(await statusesOf(member)).toEqual([["REMOVE_REPRESENTATIVE", "SUCCESS", null]]);
    expect(await statusesOf(member, erin)).toEqual([["REMOVE_REPRESENTATIVE", "SUCCESS", null]]);
  });
});
