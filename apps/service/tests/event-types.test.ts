import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accounts,
  alice,
  bob,
  carol,
  type DevnetAccount,
  dan,
  deployer,
  erin,
  frank,
  grace,
} from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import type { ProfileEvent } from "@colonnade/domain/event.ts";
import { eventTypeOfFunction, eventTypes } from "@colonnade/domain/event-type.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl, privateKeyToPublic } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import type { Service } from "../service.ts";
import { databases } from "./support/databases.ts";
import { clientsOf, startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";
import { type ProtocolCall, protocolCalls, register } from "./support/protocol-calls.ts";
import { robot } from "./support/robot-contract.ts";
import { sendCall, sendContract } from "./support/wallet.ts";

const refusable = protocolCalls.filter(({ anybodyMay }) => anybodyMay === undefined);

/** A person in brief, whatever the name is by now. */
const personWith = ({ address }: { address: string }) => expect.objectContaining({ address });

/** What an event says about its people, its organization and its endorsement. */
function metaDataOf(
  about: ProtocolCall["about"],
  people: { actor?: { address: string }; recipient?: { address: string } },
  title?: string,
) {
  const { organizationId: id } = about;
  // Bob receives every endorsement of these tests.
  const isByReceiver = about.endorsementId !== undefined && people.actor?.address === bob.address;
  return {
    ...about,
    ...(isByReceiver ? { byReceiver: true } : {}),
    ...Object.fromEntries(Object.entries(people).map(([role, one]) => [role, personWith(one)])),
    ...(id === undefined ? {} : { organization: expect.objectContaining({ id }) }),
    ...(title === undefined ? {} : { title }),
  };
}

/** Transactions of one sender that a node keeps in its mempool. */
const MOST_WAITING = 25;

/** Everybody's events, by name. */
type Lists = Map<string, ProfileEvent[]>;
type Sent = Map<ProtocolCall, string>;

describe("The protocol calls of these tests", () => {
  it("include every function and every event type but NEW_FOLLOWER and UNKNOWN", () => {
    const called = protocolCalls.map(({ functionName }) => functionName);
    expect([...new Set(called)].toSorted()).toEqual(Object.keys(eventTypeOfFunction).toSorted());
    const types = [...protocolCalls.map(({ type }) => type), "NEW_FOLLOWER", "UNKNOWN"];
    expect([...new Set(types)].toSorted()).toEqual(eventTypes.toSorted());
  });
});

describe.each(databases)("Event recipients and types on %s", (_, open) => {
  let database: Database;
  let folder: string;
  let devnet: Devnet;
  let service: Service;
  let as: ReturnType<typeof clientsOf>;
  let sent: Sent;
  let refused: Sent;
  let whileWaiting: Lists;
  let afterwards: Lists;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-event-types-"));
    const port = await findPort();
    database = await open();
    service = await startTestService({ url: `http://127.0.0.1:${port}` }, { database });
    as = clientsOf(service);
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: "manual",
      observers: [service.observerUrl],
    });
    sent = await sendAll(protocolCalls, ({ sender }) => sender);
    for (const [{ sender }, txId] of sent) await announce(txId, sender);
    whileWaiting = await readLists();
    await mine();
    // Grace has no name, no profile and no role, so the contract refuses her calls.
    refused = new Map();
    for (let start = 0; start < refusable.length; start += MOST_WAITING) {
      const calls = refusable.slice(start, start + MOST_WAITING);
      for (const [each, txId] of await sendAll(calls, () => grace)) refused.set(each, txId);
      await mine();
    }
    afterwards = await readLists();
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

  async function sendAll(
    calls: readonly ProtocolCall[],
    senderOf: (protocolCall: ProtocolCall) => DevnetAccount,
  ): Promise<Sent> {
    const txIds: Sent = new Map();
    for (const protocolCall of calls) {
      const { functionName, functionArgs, postConditions = [] } = protocolCall;
      const sender = senderOf(protocolCall);
      const options = { postConditions };
      txIds.set(
        protocolCall,
        await sendCall(devnet.url, sender, functionName, functionArgs, options),
      );
    }
    return txIds;
  }

  const clientOf = (account: DevnetAccount) =>
    as({ ...account, publicKey: String(privateKeyToPublic(account.privateKey)) });

  /** The announced type does not matter: the service reads it from the transaction. */
  async function announce(txId: string, sender: DevnetAccount): Promise<void> {
    const api = await clientOf(sender);
    await api("announceTransaction", {
      body: { txId, senderPrincipal: sender.address, event: "UNKNOWN" },
    });
  }

  async function readLists(): Promise<Lists> {
    const api = createClient({ origin: service.origin });
    const lists: Lists = new Map();
    for (const { name, address } of [...accounts, robot]) {
      lists.set(name, await api("getEvents", { query: { principal: address } }));
    }
    return lists;
  }

  /** The people whose events list a transaction, each with their entries. */
  function entriesOf(txId: string | null | undefined, lists: Lists) {
    const entries = [...lists].map(([name, events]) => {
      const own = events.filter((event) => event.txId === txId);
      const entry = own.map(({ event, status, metaData }) => ({ event, status, metaData }));
      return [name, entry] as const;
    });
    return Object.fromEntries(entries.filter(([, entry]) => entry.length > 0));
  }

  /** The same entry for each of some people. */
  const each = (people: DevnetAccount[], entry: object) =>
    Object.fromEntries(people.map(({ name }) => [name, [entry]]));

  it.each(protocolCalls)("lists $type for its recipients only: $title", (protocolCall) => {
    const { type, recipients, about, sender, to, endorsementTitle } = protocolCall;
    const people = to === undefined ? { actor: sender } : { actor: sender, recipient: to };
    const metaData = metaDataOf(about, people, endorsementTitle);
    expect(entriesOf(sent.get(protocolCall), afterwards)).toEqual(
      each(recipients, { event: type, status: "SUCCESS", metaData }),
    );
  });

  it.each(protocolCalls)(
    "lists $type as PENDING for its sender only, before its block: $title",
    (protocolCall) => {
      const { sender, type, hasIdFromBlock } = protocolCall;
      const about = hasIdFromBlock ? {} : protocolCall.about;
      // Nothing that it is about exists yet.
      const metaData = { ...about, actor: personWith(sender) };
      expect(entriesOf(sent.get(protocolCall), whileWaiting)).toEqual(
        each([sender], { event: type, status: "PENDING", metaData }),
      );
    },
  );

  it.each(refusable)(
    "lists a refused $type as FAILED for its sender only: $title",
    (protocolCall) => {
      const { type, hasIdFromBlock, endorsementTitle } = protocolCall;
      const about = hasIdFromBlock ? {} : protocolCall.about;
      const receiver = "endorsementId" in about ? { recipient: bob } : {};
      const title = hasIdFromBlock ? undefined : endorsementTitle;
      const metaData = metaDataOf(about, { actor: grace, ...receiver }, title);
      expect(entriesOf(refused.get(protocolCall), afterwards)).toEqual(
        each([grace], { event: type, status: "FAILED", metaData }),
      );
    },
  );

  it("lists a moved name's removal for its former owner, not for the new one", async () => {
    const [lost, kept] = [bob, frank];
    await sendCall(devnet.url, lost, "register-profile", register("bob"));
    await mine();
    devnet.transferName("bob.btc", kept.address);
    const txId = await sendCall(devnet.url, kept, "register-profile", register("bob"));
    await mine();
    expect(entriesOf(txId, await readLists())).toEqual({
      ...each([lost], {
        event: "REMOVE_PROFILE",
        status: "SUCCESS",
        metaData: metaDataOf({}, { actor: kept, recipient: lost }),
      }),
      ...each([kept], {
        event: "REGISTER_PROFILE",
        status: "SUCCESS",
        metaData: metaDataOf({}, { actor: kept }),
      }),
    });
  });

  it("lists a contract's own actions for the contract and for the sender", async () => {
    await sendCall(devnet.url, carol, "register-profile", register("carol"));
    await sendCall(devnet.url, deployer, "add-watcher", [Cl.principal(robot.address)]);
    await mine();
    devnet.giveName("robot.btc", robot.address);
    const txId = await sendContract(devnet.url, bob, robot.name, robot.code);
    await mine();
    const listedFor = (name: string) =>
      robot.calls
        .filter(({ others }) => [robot, bob, ...others].some((each) => each.name === name))
        .map(({ type, about, recipient, title }) => ({
          event: type,
          status: "SUCCESS",
          metaData: metaDataOf(
            about,
            recipient ? { actor: robot, recipient } : { actor: robot },
            title,
          ),
        }))
        .toReversed();
    expect(entriesOf(txId, await readLists())).toEqual(
      Object.fromEntries([robot, bob, carol, erin].map(({ name }) => [name, listedFor(name)])),
    );
  });

  it("lists a new follower for the followed person only", async () => {
    for (const person of [alice, dan]) {
      await sendCall(devnet.url, person, "register-profile", register(person.name));
    }
    await mine();
    const api = await clientOf(alice);
    await api("follow", {
      body: { userPrincipal: alice.address, profilePrincipal: dan.address },
    });
    const follower = { address: alice.address, bns_name: "alice", bns: "btc" };
    expect(entriesOf(null, await readLists())).toEqual(
      each([dan], {
        event: "NEW_FOLLOWER",
        status: "SUCCESS",
        metaData: { follower: expect.objectContaining(follower) },
      }),
    );
  });

  it("lists the same events in pages of any size", async () => {
    const api = await clientOf(frank);
    await api("follow", {
      body: { userPrincipal: frank.address, profilePrincipal: dan.address },
    });
    await database.kysely.updateTable("follows").set({ at: Date.now() }).execute();
    for (const [name, whole] of await readLists()) {
      const principal = [...accounts, robot].find((each) => each.name === name)?.address ?? "";
      for (const limit of [1, 2, 3]) {
        const paged = await readInPages(api, principal, limit);
        expect(paged, `${name} by ${limit}`).toEqual(whole);
      }
    }
  });
});

async function readInPages(
  api: ReturnType<typeof createClient>,
  principal: string,
  limit: number,
): Promise<ProfileEvent[]> {
  const read: ProfileEvent[] = [];
  let page: ProfileEvent[];
  do {
    const before = read.at(-1)?.cursor;
    page = await api("getEvents", {
      query: { principal, limit, ...(before === undefined ? {} : { before }) },
    });
    read.push(...page);
  } while (page.length > 0);
  return read;
}
