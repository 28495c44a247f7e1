import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { alice, bob, carol, type DevnetAccount, watcher } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { makeFolder, PROTOCOL, send } from "@colonnade/devnet/tests/fixture.ts";
import { categories } from "@colonnade/domain/category.ts";
import { type Proof, proofSchema } from "@colonnade/domain/proof.ts";
import { sha512_256 } from "@noble/hashes/sha512";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils";
import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Options, type Report, verify } from "../../../packages/verify/verify.ts";
import { listen, stopListening } from "../server/listen.ts";
import { openTestDatabase } from "./support/database.ts";
import {
  makeEndorsements,
  mineOn,
  pictured,
  states,
  withdraw,
} from "./support/endorsements-on-devnet.ts";
import { startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";

const [category] = categories;

type Folder = Awaited<ReturnType<typeof makeFolder>>;

const failuresOf = ({ checks }: Report) =>
  checks.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
const openOf = ({ checks }: Report) =>
  checks.filter(({ outcome }) => outcome === "not-checkable").map(({ name }) => name);

describe("A proof from the service", () => {
  let folders: Folder[];
  let devnet: Devnet;
  let second: Devnet;
  let nodes: string[];
  let proofs: Proof[];
  /** Of the suggested one while a watcher suspends Bob, and of the withdrawn one while Alice is suspended, too. */
  let heldBack: { suggestion: Proof; withdrawal: Proof };

  beforeAll(async () => {
    folders = await Promise.all([makeFolder(), makeFolder()]);
    const [first, copy] = folders.map(({ path }) => path);
    const port = await findPort();
    await using service = await startTestService(
      { url: `http://127.0.0.1:${port}` },
      { database: await openTestDatabase() },
    );
    devnet = await startDevnet({
      dataFolder: first ?? "",
      port,
      blockMs: "manual",
      observers: [service.observerUrl],
    });
    await makeEndorsements(devnet);
    await devnet.observersCaughtUp();
    proofs = await Promise.all(states.map((_, index) => fetchProof(service.origin, index + 1)));
    await cp(first ?? "", copy ?? "", { recursive: true, filter: (path) => !/lock/.test(path) });
    second = await startDevnet({ dataFolder: copy ?? "", blockMs: "manual" });
    nodes = [devnet.url, second.url];
    const suspend = async ({ address }: DevnetAccount) => {
      const args = [Cl.principal(address)];
      await send(devnet, watcher, { functionName: "watcher-remove-profile", args });
      devnet.mine();
      await devnet.observersCaughtUp();
    };
    const fetchHeld = (state: string) => fetchProof(service.origin, states.indexOf(state) + 1);
    await suspend(bob);
    const suggestion = await fetchHeld("suggested");
    await suspend(alice);
    heldBack = { suggestion, withdrawal: await fetchHeld("withdrawn") };
  });

  afterAll(async () => {
    await Promise.all([devnet, second].map((one) => one.close()));
    for (const folder of folders) await folder[Symbol.asyncDispose]();
  });

  const proofOf = (state: string): Proof => {
    const proof = proofs[states.indexOf(state)];
    if (proof === undefined) throw new Error(`No proof of ${state}`);
    return proof;
  };

  it.each(states)("proves authorship, consent, state and owner on two nodes: %s", async (state) => {
    const report = await verify(proofOf(state), { protocol: PROTOCOL, nodes });
    expect(report.checks.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    expect(report.verdict).toBe("proved");
  });

  it.each(states)("shows without a node what its signatures cover: %s", async (state) => {
    const report = await verify(proofOf(state), { protocol: PROTOCOL });
    expect(failuresOf(report)).toEqual([]);
    // An edit names neither the receiver nor the organization.
    const isEdited = state === "approved after an edit";
    expect(openOf(report)).toEqual([...(isEdited ? ["authorship"] : []), "endorsement"]);
  });

  /** Runs the command line on both nodes. */
  async function runCommand(proof: Proof) {
    const command = fileURLToPath(new URL("../../../packages/verify/cli.ts", import.meta.url));
    const file = join(folders[0]?.path ?? "", "proof.json");
    await writeFile(file, JSON.stringify(proof));
    const asked = ["--protocol", PROTOCOL, ...nodes.flatMap((node) => ["--node", node])];
    return promisify(execFile)(process.execPath, [command, file, ...asked]);
  }

  it("is proved by the command line, with the service switched off", async () => {
    const { stdout } = await runCommand(proofOf("approved"));
    expect(stdout).toMatch(/\nProved\.\n$/);
  });

  it("does not fail where the service holds back the suggestion of a suspended receiver", async () => {
    const { suggestion } = heldBack;
    expect(suggestion.transactions.map(({ action }) => action)).toEqual(["submit"]);
    const { checks } = await verify(suggestion, { protocol: PROTOCOL, nodes });
    const open = checks.filter(({ outcome }) => outcome !== "passed");
    const says =
      "The chain has exactly these words. It also has a suggestion that this proof leaves out.";
    const expected = { name: "endorsement", outcome: "not-checkable", says };
    expect(open).toMatchObject(nodes.map((about) => ({ ...expected, about })));
    expect(open.map(({ evidence }) => evidence)).toEqual([{}, {}]);
    const stdout = expect.stringContaining(`– endorsement: ${says}`);
    await expect(runCommand(suggestion)).rejects.toMatchObject({ code: 3, stdout });
  });

  it("does not fail where the service holds back the withdrawal of a suspended author", async () => {
    const report = await verify(heldBack.withdrawal, { protocol: PROTOCOL, nodes });
    expect(failuresOf(report)).toEqual([]);
    expect(openOf(report)).toEqual(["withdrawal", "signature"]);
  });

  it("fails without a node when any byte of a signed transaction is another", async () => {
    const property = fc.asyncProperty(
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (which, transaction, place, change) => {
        const proof = structuredClone(proofs[which % proofs.length]);
        const changed = proof?.transactions[transaction % proof.transactions.length];
        if (changed === undefined) throw new Error("No transaction");
        const bytes = hexToBytes((changed.raw ?? "").slice(2));
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ change;
        changed.raw = `0x${bytesToHex(bytes)}`;
        // A forger would state the id of the changed bytes.
        changed.txId = `0x${bytesToHex(sha512_256(bytes))}`;
        expect((await verify(proof)).verdict).toBe("failed");
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  const otherDigest = `0x${"ab".repeat(32)}`;
  const other = `${carol.address}.other` as const;
  const claimed: [field: string, change: (proof: Proof) => void][] = [
    ["version", (proof) => Object.assign(proof, { version: 2 })],
    ["network", (proof) => Object.assign(proof, { network: "mainnet" })],
    ["protocol contract", ({ contracts }) => Object.assign(contracts, { protocol: other })],
    ["token contract", ({ contracts }) => Object.assign(contracts, { endorsement: other })],
    ["name service", ({ contracts }) => Object.assign(contracts, { bns: other })],
    ["sender", ({ claim }) => Object.assign(claim, { sender: carol.address })],
    ["receiver", ({ claim }) => Object.assign(claim, { receiver: carol.address })],
    [
      "organization",
      ({ claim }) => Object.assign(claim, { organization: { id: 1, name: "other.btc" } }),
    ],
    [
      "status",
      ({ claim }) =>
        Object.assign(claim, { status: claim.status === "approved" ? "pending" : "approved" }),
    ],
    ["digest", ({ claim }) => Object.assign(claim, { wordsHash: otherDigest })],
    ["title", ({ claim }) => Object.assign(claim.words, { title: "Other" })],
    ["text", ({ claim }) => Object.assign(claim.words, { endorsement: "Other" })],
    ["image", ({ claim }) => Object.assign(claim.words, { milestoneURI: "ipfs://x" })],
    // The library writes the low byte of a character that is not ASCII.
    [
      "image that is written as the same bytes",
      ({ claim }) => {
        const { words } = claim;
        words.milestoneURI = words.milestoneURI.replace("i", "\u0169");
      },
    ],
    ["date", ({ claim }) => Object.assign(claim.words, { signedHeight: 2 })],
  ];
  it.each(claimed)("fails without a node when another %s is claimed", async (_, change) => {
    for (const state of states) {
      const proof = structuredClone(proofOf(state));
      change(proof);
      expect((await verify(proof)).verdict, state).toBe("failed");
    }
  });

  it("fails without a node when another id is claimed of an approved one", async () => {
    for (const proof of proofs.slice(0, 4)) {
      const claim = { ...proof.claim, id: 77 };
      expect((await verify({ ...proof, claim })).verdict).toBe("failed");
    }
  });

  type Stated = Proof["transactions"][number];
  const words = { title: "A", endorsement: "B", milestoneURI: "c", signedHeight: 1 };
  const stated: [field: string, change: (transaction: Stated) => Partial<Stated>[]][] = [
    [
      "action",
      ({ action }) =>
        (["submit", "edit", "suggest", "approve", "withdraw"] as const)
          .filter((one) => one !== action)
          .map((one) => ({ action: one })),
    ],
    ["signer", () => [{ by: carol.address }]],
    ["id", () => [{ txId: otherDigest }]],
    ["digest", () => [{ wordsHash: otherDigest }]],
    ["title", (one) => [{ words: { ...words, ...one.words, title: "Other" } }]],
    ["text", (one) => [{ words: { ...words, ...one.words, endorsement: "Other" } }]],
    ["image", (one) => [{ words: { ...words, ...one.words, milestoneURI: "ipfs://x" } }]],
    ["date", (one) => [{ words: { ...words, ...one.words, signedHeight: 2 } }]],
  ];
  it.each(stated)(
    "fails without a node when a transaction states another %s",
    async (_, change) => {
      for (const proof of proofs) {
        for (const [place, one] of proof.transactions.entries()) {
          for (const changed of change(one)) {
            const transactions = proof.transactions.with(place, { ...one, ...changed });
            const { verdict } = await verify({ ...proof, transactions });
            expect(verdict, `${one.action} ${JSON.stringify(changed)}`).toBe("failed");
          }
        }
      }
    },
  );

  it("fails without a node when a transaction is missing, comes twice or out of order", async () => {
    for (const proof of proofs) {
      const { transactions } = proof;
      const verdictOf = async (changed: Stated[]) =>
        (await verify({ ...proof, transactions: changed })).verdict;
      expect(await verdictOf(transactions.toReversed())).toBe("failed");
      for (const [place, { action }] of transactions.entries()) {
        expect(await verdictOf([...transactions, ...transactions.slice(place)])).toBe("failed");
        // Only the chain says whether something is suggested.
        if (action === "suggest") continue;
        expect(await verdictOf(transactions.toSpliced(place, 1)), action).toBe("failed");
      }
    }
  });

  const onNodes: [field: string, change: (proof: Proof) => void, failing: string][] = [
    [
      "organization's id",
      ({ claim }) => Object.assign(claim.organization ?? {}, { id: 9 }),
      "endorsement",
    ],
    [
      "sender's name",
      ({ claim }) => Object.assign(claim.names, { sender: "bob.btc" }),
      "sender-name",
    ],
    [
      "receiver's name",
      ({ claim }) => Object.assign(claim.names, { receiver: "nobody.btc" }),
      "receiver-name",
    ],
    [
      "text in place of a name",
      ({ claim }) => Object.assign(claim.names, { receiver: "btc" }),
      "receiver-name",
    ],
  ];
  it.each(onNodes)("fails on nodes when another %s is claimed", async (_, change, failing) => {
    const proof = structuredClone(proofOf("an organization's"));
    change(proof);
    expect(failuresOf(await verify(proof, { nodes }))).toContain(failing);
  });

  it("fails on nodes when another suggestion is stated than the chain has", async () => {
    const proof = proofOf("suggested");
    const [submitted, { words: suggested, ...suggestion } = missing()] = proof.transactions;
    const unsigned = { ...suggestion, raw: null, absent: "contract" };
    for (const stated of [{ words: { ...words, ...suggested, title: "Other" } }, {}]) {
      const transactions = [submitted, { ...unsigned, ...stated }];
      const report = await verify({ ...proof, transactions }, { nodes });
      expect(failuresOf(report)).toEqual(["endorsement", "endorsement"]);
    }
  });

  it("is not proved where the reader trusts another protocol contract, or names none", async () => {
    const proof = proofOf("approved");
    expect(failuresOf(await verify(proof, { nodes, protocol: other }))).toEqual(["contracts"]);
    expect(openOf(await verify(proof, { nodes }))).toEqual(["contracts"]);
  });

  it("fails on nodes when a pending one is claimed under another id", async () => {
    const proof = structuredClone(proofOf("suggested"));
    proof.claim.id = 1;
    expect(failuresOf(await verify(proof, { nodes }))).toContain("endorsement");
  });

  it("is checked with its image, where that is addressed by its hash", async () => {
    const file = `@colonnade/domain/presets/${category.slug}.png`;
    const image = await readFile(new URL(import.meta.resolve(file)));
    const check = async (options: Options, state = "approved") => {
      const { checks } = await verify(proofOf(state), options);
      return checks.find(({ name }) => name === "image")?.outcome;
    };
    expect(await check({ image })).toBe("passed");
    expect(await check({ image: image.subarray(1) })).toBe("failed");
    expect(await check({ image }, "an organization's")).toBe("not-checkable");
  });

  it("is not proved by one node, or by one that is silent or talks nonsense", async () => {
    const proof = proofOf("approved");
    expect(
      openOf(await verify(proof, { protocol: PROTOCOL, nodes: [devnet.url, `${devnet.url}/`] })),
    ).toEqual(["agreement"]);
    const silent = `http://127.0.0.1:${await findPort()}`;
    const report = await verify(proof, { nodes: [devnet.url, silent, `${devnet.url}/nowhere`] });
    expect(failuresOf(report)).toEqual([]);
    expect(new Set(openOf(report))).toEqual(
      new Set([
        "contracts",
        "node-network",
        "source",
        "endorsement",
        "owner",
        "sender-name",
        "receiver-name",
        "agreement",
      ]),
    );
  });

  it("is refused as no proof where it is another JSON", async () => {
    const bundles = fc.oneof(fc.jsonValue(), fc.constant({ ...proofOf("approved"), claim: null }));
    await fc.assert(
      fc.asyncProperty(bundles, async (bundle) => {
        expect(failuresOf(await verify(bundle))).toEqual(["bundle"]);
      }),
    );
  });

  it("takes two names of one node for one, by its key", async () => {
    const other = createServer(async (request, response) => {
      const { method = "GET", url, headers } = request;
      const answer = await fetch(devnet.url + url, {
        ...{ method, headers: { "content-type": headers["content-type"] ?? "" } },
        ...(method === "POST" ? { body: await text(request) } : {}),
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    const port = await listen(other, 0, "");
    const report = await verify(proofOf("approved"), {
      protocol: PROTOCOL,
      nodes: [devnet.url, `http://127.0.0.1:${port}`],
    });
    await stopListening(other);
    expect(report.verdict).toBe("incomplete");
    expect(report.checks.filter(({ outcome }) => outcome !== "passed")).toMatchObject([
      { name: "agreement", outcome: "not-checkable", says: expect.stringContaining("one node") },
    ]);
  });

  it("fails where a node's chain went on, and names the nodes that disagree", async () => {
    const id = states.indexOf("approved after an edit") + 1;
    await mineOn(second, withdraw(id));
    const report = await verify(proofOf("approved after an edit"), { nodes });
    const failed = report.checks.filter(({ outcome }) => outcome === "failed");
    expect(failed).toMatchObject([
      {
        name: "endorsement",
        about: second.url,
        says: "On the chain it is withdrawn, not approved.",
      },
      { name: "agreement", about: null },
    ]);
    expect(failed.at(-1)?.says).toContain(`${devnet.url} and ${second.url}`);
  });

  it("fails where the receiver has taken back the suggestion that it states", async () => {
    const { title, description, image } = pictured;
    const said = [
      Cl.stringUtf8(title),
      Cl.uint(1),
      Cl.stringUtf8(description),
      Cl.stringAscii(image),
    ];
    const args = [Cl.uint(states.indexOf("suggested") + 1), ...said];
    await send(second, bob, { functionName: "edit-endorsement", args });
    second.mine();
    const { checks } = await verify(proofOf("suggested"), { nodes: [second.url] });
    const failed = checks.filter(({ outcome }) => outcome === "failed");
    expect(failed).toMatchObject([
      { name: "endorsement", says: "The chain has another suggestion." },
    ]);
  });

  it("fails once a fork has orphaned its transactions", async () => {
    // Only the blocks of the profiles and the organization stay.
    second.fork({ back: 13, blocks: 1, transactions: "drop" });
    const { checks } = await verify(proofOf("approved"), { nodes: [second.url] });
    expect(checks).toContainEqual(
      expect.objectContaining({ name: "endorsement", outcome: "failed", about: second.url }),
    );
  });
});

function missing(): never {
  throw new Error("No suggestion");
}

async function fetchProof(origin: string, id: number): Promise<Proof> {
  const response = await fetch(`${origin}/api/proof/${id}`);
  return proofSchema.parse(await response.json());
}
