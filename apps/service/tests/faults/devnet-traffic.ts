import { setTimeout as delay } from "node:timers/promises";
import * as cast from "@colonnade/devnet/accounts.ts";
import { isTorture } from "@colonnade/torture/torture.ts";
import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  Cl,
  makeContractCall,
  privateKeyToPublic,
} from "@stacks/transactions";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import type { Database } from "../../db/database.ts";
import { protocolContract } from "../support/blocks.ts";
import { hashState, keepOpen } from "../support/database.ts";
import { startTestService } from "../support/fixture.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type Answer, expectAnswered } from "./answers.ts";
import { expectKept, startVisitors } from "./visitors.ts";

const senders = [cast.alice, cast.bob, cast.carol, cast.dan];
const fan = { ...cast.alice, publicKey: String(privateKeyToPublic(cast.alice.privateKey)) };
/** Milliseconds. */
export const patience = { timeout: 60_000, interval: 50 };
const [contractAddress = "", contractName = ""] = protocolContract.split(".");

/** Milliseconds between two transactions of an account. `npm test` sends fewer, because they cost much. */
const SEND_EVERY = isTorture ? 20 : 150;

/** Milliseconds between a transaction and its block, as the devnet's setting. */
export const BLOCK_MS = isTorture ? "30" : "120";

/** A devnet replays its whole chain when it starts. After so many tries, a new chain keeps that short. */
const TRIES_OF_A_CHAIN = 20;

/** What runs while a fault happens to it. */
export interface Running extends AsyncDisposable {
  nodeUrl: string;
  /** The service's, which may change. */
  addresses: () => { origin: string; observerUrl: string };
  database: Database;
  /** A database that is kept, for a straight replay of the node's chain. */
  straightDatabase: Database;
}

/**
 * Starts a PostgreSQL for a test file, and on it what the faults happen to. Both end with the file.
 * @param start starts what the faults happen to, with a new chain
 * @returns gives what runs to the next try; after every 20 tries it is a new one
 */
export function setUpRuns<Run extends Running>(start: (postgres: TestPostgres) => Promise<Run>) {
  let postgres: TestPostgres;
  let run: Run | undefined;
  let tries = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await run?.[Symbol.asyncDispose]();
    await postgres.close();
  });
  return async (): Promise<Run> => {
    if (run === undefined || tries === TRIES_OF_A_CHAIN) {
      await run?.[Symbol.asyncDispose]();
      run = await start(postgres);
      tries = 0;
    }
    tries += 1;
    return run;
  };
}

/**
 * Has a fault happen while people read, write and send transactions, and expects that nothing that was answered is lost.
 * @param happen resolves when the product answers again
 * @returns the answers that the people got
 */
export async function expectNothingLost(
  { nodeUrl, addresses, database, straightDatabase }: Running,
  happen: () => Promise<void>,
): Promise<Answer[]> {
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const answers: Answer[] = [];
  const visitors = await startVisitors({
    addresses,
    fan,
    followees: senders.slice(1).map(({ address }) => address),
    stopped: stopped.signal,
    answers,
  });
  const sending = senders.map((sender) => sendTransactions(nodeUrl, sender, stopped.signal));
  await delay(300 + Math.random() * 500);
  await happen();
  await delay(200);
  stopped.abort();
  const sent = (await Promise.all(sending)).flat();
  const written = await visitors.end;
  for (const txid of sent) {
    await expect.poll(() => statusOf(nodeUrl, txid), patience).toBe("success");
  }
  await expect
    .poll(() => tipOf(`${addresses().origin}/api/status`), patience)
    .toBe(await tipOf(`${nodeUrl}/extended/v1/status`));
  expect(sent.length).toBeGreaterThan(0);
  expectAnswered(answers, true);
  await expectKept(addresses(), written);
  expect(await hashState(database)).toBe(await straightHash(nodeUrl, straightDatabase));
  return answers;
}

/**
 * Sends transactions from one account until it is stopped. The node may be down meanwhile.
 * @returns the ids that the node took
 */
async function sendTransactions(
  nodeUrl: string,
  sender: cast.DevnetAccount,
  stopped: AbortSignal,
): Promise<string[]> {
  const sent: string[] = [];
  const network = createNetwork({ network: "testnet", client: { baseUrl: nodeUrl } });
  for (let count = 0; !stopped.aborted; count += 1) {
    try {
      const transaction = await makeContractCall({
        contractAddress,
        contractName,
        functionName: "update-statement",
        functionArgs: [Cl.stringUtf8(`Statement ${count}`)],
        senderKey: sender.privateKey,
        network,
      });
      const answer = await broadcastTransaction({ transaction, network });
      if (!("reason" in answer)) sent.push(`0x${answer.txid}`);
    } catch {
      // The node is down. What it did not answer may be lost.
    }
    await delay(SEND_EVERY);
  }
  return sent;
}

/** A transaction's status at the node, such as `success`; undefined where it knows none. */
async function statusOf(nodeUrl: string, txid: string): Promise<string | undefined> {
  const response = await fetch(`${nodeUrl}/extended/v1/tx/${txid}`);
  return /"tx_status":"([a-z_]+)"/.exec(await response.text())?.[1];
}

/** The hash of the tip that a status document of the node or of the service names. */
async function tipOf(url: string): Promise<string | undefined> {
  const text = await (await fetch(url)).text();
  return /"(?:index_block_hash|indexBlockHash)":"(0x[0-9a-f]+)"/.exec(text)?.[1];
}

/** The hash of a state without faults: the chain is read from the node, into a database that is kept. */
async function straightHash(nodeUrl: string, database: Database): Promise<string> {
  const straight = await startTestService({ url: nodeUrl }, { database: keepOpen(database) });
  await straight.askNode();
  await straight.close();
  return hashState(database);
}
