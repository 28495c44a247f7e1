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
import { type Happening, happenings, register } from "./support/happenings.ts";
import { findPort } from "./support/port.ts";
import { robot } from "./support/robot.ts";
import { sendCall, sendContract } from "./support/wallet.ts";

/** Everybody's events, by their names. */
type Lists = Map<string, ProfileEvent[]>;
type Sent = Map<Happening, string>;

describe("The story that the tests below play", () => {
  it("calls each function of the protocol, and has every type but that of a new follower", () => {
    const called = happenings.map(({ functionName }) => functionName);
    const functions = [...Object.keys(eventTypeOfFunction), "set-owner"];
    expect([...new Set(called)].toSorted()).toEqual(functions.toSorted());
    const types = [...happenings.map(({ type }) => type), "NEW_FOLLOWER"];
    expect([...new Set(types)].toSorted()).toEqual(eventTypes.toSorted());
    const typesOfFunctions = [...Object.values(eventTypeOfFunction), "NEW_FOLLOWER", "UNKNOWN"];
    expect(typesOfFunctions.toSorted()).toEqual(eventTypes.toSorted());
  });
});

describe.each(databases)("Who hears of what, and as what, on %s", (_, open) => {
  let database: Database;
  let folder: string;
  let devnet: Devnet;
  let service: Service;
  let as: ReturnType<typeof clientsOf>;
  let sent: Sent;
  let sentInVain: Sent;
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
    sent = await sendAll(({ by }) => by);
    // She has no name, no profile and no part in anything.
    sentInVain = await sendAll(() => grace);
    for (const [{ by }, txId] of sent) await announce(txId, by);
    for (const txId of sentInVain.values()) await announce(txId, grace);
    whileWaiting = await readLists();
    await mine();
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

  async function sendAll(senderOf: (happening: Happening) => DevnetAccount): Promise<Sent> {
    const txIds: Sent = new Map();
    for (const happening of happenings) {
      const { functionName, functionArgs, postConditions = [] } = happening;
      const sender = senderOf(happening);
      const options = { postConditions };
      txIds.set(happening, await sendCall(devnet.url, sender, functionName, functionArgs, options));
    }
    return txIds;
  }

  const clientOf = (account: DevnetAccount) =>
    as({ ...account, publicKey: String(privateKeyToPublic(account.privateKey)) });

  /** As anything: what it is, the transaction says itself. */
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

  /** What everybody hears of a transaction; whoever hears nothing of it is not among them. */
  function heardOf(txId: string | null | undefined, lists: Lists) {
    const heard = [...lists].map(([name, events]) => {
      const own = events.filter((event) => event.txId === txId);
      const words = own.map(({ event, status, metaData }) => ({ event, status, metaData }));
      return [name, words] as const;
    });
    return Object.fromEntries(heard.filter(([, words]) => words.length > 0));
  }

  /** That all of some hear the same. */
  const each = (people: DevnetAccount[], words: Partial<ProfileEvent>) =>
    Object.fromEntries(people.map(({ name }) => [name, [words]]));

  it.each(happenings)(
    "tells whoever it concerns, and nobody else, that $what: $type",
    (happening) => {
      const { type, heardBy, metaData } = happening;
      expect(heardOf(sent.get(happening), afterwards)).toEqual(
        each(heardBy, { event: type, status: "SUCCESS", metaData }),
      );
    },
  );

  it.each(happenings)(
    "tells its sender alone until there is a block, that $what: $type",
    (happening) => {
      const { by, type, isNumberedByItsBlock } = happening;
      const metaData = isNumberedByItsBlock ? {} : happening.metaData;
      expect(heardOf(sent.get(happening), whileWaiting)).toEqual(
        each([by], { event: type, status: "PENDING", metaData }),
      );
    },
  );

  it.each(happenings)(
    "tells her alone who tried in vain what it is, and about what, when $what: $type",
    (happening) => {
      const { type, isNumberedByItsBlock } = happening;
      const metaData = isNumberedByItsBlock ? {} : happening.metaData;
      expect(heardOf(sentInVain.get(happening), afterwards)).toEqual(
        each([grace], { event: type, status: "FAILED", metaData }),
      );
    },
  );

  it("tells whoever loses a profile with its name, not whoever has the name now", async () => {
    const [lost, kept] = [bob, frank];
    await sendCall(devnet.url, lost, "register-profile", register("bob"));
    await mine();
    devnet.transferName("bob.btc", kept.address);
    const txId = await sendCall(devnet.url, kept, "register-profile", register("bob"));
    await mine();
    expect(heardOf(txId, await readLists())).toEqual({
      ...each([lost], { event: "REMOVE_PROFILE", status: "SUCCESS", metaData: {} }),
      ...each([kept], { event: "REGISTER_PROFILE", status: "SUCCESS", metaData: {} }),
    });
  });

  it("tells a contract that acts on its own account, and whoever has it act", async () => {
    await sendCall(devnet.url, carol, "register-profile", register("carol"));
    await sendCall(devnet.url, deployer, "add-watcher", [Cl.principal(robot.address)]);
    await mine();
    devnet.giveName("robot.btc", robot.address);
    const txId = await sendContract(devnet.url, bob, robot.name, robot.code);
    await mine();
    const heardBy = (name: string) =>
      robot.deeds
        .filter(({ others }) => [robot, bob, ...others].some((each) => each.name === name))
        .map(({ type, metaData }) => ({ event: type, status: "SUCCESS", metaData }))
        .toReversed();
    expect(heardOf(txId, await readLists())).toEqual(
      Object.fromEntries([robot, bob, carol, erin].map(({ name }) => [name, heardBy(name)])),
    );
  });

  it("tells whoever is followed by whom, and nobody else", async () => {
    for (const person of [alice, dan]) {
      await sendCall(devnet.url, person, "register-profile", register(person.name));
    }
    await mine();
    const api = await clientOf(alice);
    await api("follow", {
      body: { userPrincipal: alice.address, profilePrincipal: dan.address },
    });
    const follower = { address: alice.address, bns_name: "alice", bns: "btc" };
    expect(heardOf(null, await readLists())).toEqual(
      each([dan], {
        event: "NEW_FOLLOWER",
        status: "SUCCESS",
        metaData: { follower: expect.objectContaining(follower) },
      }),
    );
  });

  it("tells page by page what it tells whole, whatever one block or one moment holds", async () => {
    const api = await clientOf(frank);
    await api("follow", {
      body: { userPrincipal: frank.address, profilePrincipal: dan.address },
    });
    await database.kysely.updateTable("follows").set({ at: Date.now() }).execute();
    for (const [name, whole] of await readLists()) {
      const principal = [...accounts, robot].find((each) => each.name === name)?.address ?? "";
      for (const limit of [1, 2, 3]) {
        const paged: ProfileEvent[] = [];
        let page: ProfileEvent[];
        do {
          const before = paged.at(-1)?.cursor;
          page = await api("getEvents", {
            query: { principal, limit, ...(before === undefined ? {} : { before }) },
          });
          paged.push(...page);
        } while (page.length > 0);
        expect(paged, `${name} by ${limit}`).toEqual(whole);
      }
    }
  });
});
