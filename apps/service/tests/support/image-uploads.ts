import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type Client } from "@colonnade/domain/http/client.ts";
import pino from "pino";
import sharp from "sharp";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { removeUnusedImages } from "../../images/removal.ts";
import { type Action, mineBlock, type TestBlock } from "./blocks.ts";
import {
  clientsOf,
  type Fixture,
  type FixtureOptions,
  post,
  register,
  startFixture,
} from "./fixture.ts";
import { alice, bob, carol, type Person } from "./people.ts";

export const hour = 3_600_000;
const log = pino({ level: "silent" });
/** How long an upload is tried again on a busy machine, and how often. Milliseconds. */
const patience = { timeout: 120_000, interval: 1_000 };

/** Gives each test a service whose time passes only when the test says so, and people who upload images to it. */
export function setUpImages(openDatabase: () => Promise<Database>) {
  let fixture: Fixture;
  let as: (person: Person) => Promise<Client>;
  let now = 1_790_000_000_000;

  const start = async (options: FixtureOptions = {}) => {
    fixture = await startFixture({ database: await openDatabase(), ...options });
    as = clientsOf(fixture.service);
    await pass(0, register(alice), register(bob), register(carol));
  };

  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now }));

  afterEach(async () => {
    await fixture.close();
    vi.useRealTimers();
  });

  /** Lets time pass for the service. */
  function wait(milliseconds: number): void {
    now += milliseconds;
    vi.setSystemTime(now);
    // Sessions end when nobody uses them.
    as = clientsOf(fixture.service);
  }

  /** Mines a block now. */
  async function mine(parent: TestBlock | null, ...actions: Action[]): Promise<TestBlock> {
    const block = await mineBlock(parent, actions);
    block.payload.block_time = Math.floor(now / 1000);
    fixture.node.add(block);
    return block;
  }

  /** Lets time pass, also on chain. */
  async function pass(milliseconds: number, ...actions: Action[]): Promise<void> {
    wait(milliseconds);
    const block = await mine(fixture.tip, ...actions);
    fixture.tip = block;
    fixture.node.tip = block;
    expect(await post(fixture.service, block.payload)).toBe(200);
  }

  const picture = (background: string) =>
    sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
  const uploadBytes = async (person: Person, bytes: Uint8Array) => {
    const file = new Blob([Uint8Array.from(bytes)], { type: "image/png" });
    return (await (await as(person))("uploadImage", { file })).cid;
  };
  /** Uploads a picture of a new colour. Returns its CID. */
  const upload = async (person: Person = alice) =>
    uploadPatiently(person, await picture(`#${randomBytes(3).toString("hex")}`));
  const load = (cid: string) => fetch(`${fixture.service.origin}/ipfs/${cid}`);
  const remove = () => removeUnusedImages(fixture.database, log);
  /** Which of some images are still served. */
  const stored = async (cids: Record<string, string>) => {
    const names: string[] = [];
    for (const [name, cid] of Object.entries(cids)) {
      if ((await load(cid)).status === 200) names.push(name);
    }
    return names;
  };

  /**
   * Uploads a good image again while a busy machine takes too long. The answer is 503, or says so where encoding alone
   * takes more than its three seconds.
   */
  async function uploadPatiently(person: Person, bytes: Uint8Array): Promise<string> {
    const end = performance.now() + patience.timeout;
    for (;;) {
      try {
        return await uploadBytes(person, bytes);
      } catch (error) {
        const isLate =
          error instanceof ApiError &&
          (error.status === 503 || error.message.startsWith("This image takes too long"));
        if (!isLate || performance.now() > end) throw error;
        await delay(patience.interval);
      }
    }
  }

  return {
    get fixture() {
      return fixture;
    },
    /** The service's time, in milliseconds since 1970. */
    get now() {
      return now;
    },
    /** @returns the calls of a person, who signs in first */
    as: (person: Person) => as(person),
    ...{ start, wait, mine, pass, picture, upload, uploadBytes, uploadPatiently },
    ...{ load, remove, stored },
  };
}
