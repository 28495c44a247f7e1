import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { bob } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { makeFolder, PROTOCOL, send } from "@colonnade/devnet/tests/fixture.ts";
import { type DumpLine, dumpEndSchema, dumpLineSchema } from "@colonnade/domain/dump.ts";
import { Cl } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDump, type DumpCheck } from "../../../packages/verify/dump-check.ts";
import { openTestDatabase } from "./support/database.ts";
import { makeEndorsements, mineOn, withdraw } from "./support/endorsements-on-devnet.ts";
import { startTestService } from "./support/fixture.ts";
import { runOn } from "./support/operator.ts";
import { findPort } from "./support/port.ts";

type Folder = Awaited<ReturnType<typeof makeFolder>>;

describe("A dump, with its service switched off", () => {
  let folders: Folder[];
  let devnet: Devnet;
  let second: Devnet;
  let nodes: string[];
  let header: string;
  let lines: DumpLine[];
  let end: string;

  beforeAll(async () => {
    folders = await Promise.all([makeFolder(), makeFolder()]);
    const [first = "", copy = ""] = folders.map(({ path }) => path);
    const port = await findPort();
    const database = await openTestDatabase();
    await using service = await startTestService({ url: `http://127.0.0.1:${port}` }, { database });
    const observers = [service.observerUrl];
    devnet = await startDevnet({ dataFolder: first, port, blockMs: "manual", observers });
    await makeEndorsements(devnet);
    await devnet.observersCaughtUp();
    const said = await runOn(database, ["dump", "make"]);
    const path = new URL(said.at(-1) ?? "").pathname;
    const bytes = await (await fetch(service.origin + path)).bytes();
    const [head = "", ...rest] = gunzipSync(bytes).toString().trimEnd().split("\n");
    header = head;
    end = rest.pop() ?? "";
    lines = rest.map((line) => dumpLineSchema.parse(JSON.parse(line)));
    await cp(first, copy, { recursive: true, filter: (file) => !/lock/.test(file) });
    second = await startDevnet({ dataFolder: copy, blockMs: "manual" });
    nodes = [devnet.url, second.url];
  });

  afterAll(async () => {
    await Promise.all([devnet, second].map((one) => one.close()));
    for (const folder of folders) await folder[Symbol.asyncDispose]();
  });

  /** Lines as a whole dump, whose end says what is in it. */
  function dumpOf(changed: readonly DumpLine[]): string[] {
    const text = [header, ...changed.map((line) => JSON.stringify(line))];
    const count = (kind: string) => changed.filter((line) => kind in line).length;
    const { block } = dumpEndSchema.parse(JSON.parse(end)).end;
    const counts = {
      profiles: count("profile"),
      organizations: count("organization"),
      endorsements: count("endorsement"),
    };
    const sha256 = createHash("sha256")
      .update(`${text.join("\n")}\n`)
      .digest("hex");
    return [...text, JSON.stringify({ end: { ...counts, block, sha256 } })];
  }

  /** @returns what is not proved */
  async function check(changed: readonly DumpLine[]): Promise<DumpCheck[]> {
    const found: DumpCheck[] = [];
    const onChecked = (checked: DumpCheck) => void found.push(checked);
    async function* text() {
      yield* dumpOf(changed);
    }
    await checkDump(text(), { nodes, protocol: PROTOCOL, onChecked });
    return found.filter(({ outcome }) => outcome !== "proved");
  }

  /** The lines, with those of an endorsement changed. */
  const changedAt = (id: number, change: (line: Extract<DumpLine, { proof: unknown }>) => void) =>
    structuredClone(lines).map((line) => {
      if ("endorsement" in line && line.endorsement.id === id) change(line);
      return line;
    });

  it("is proved by the command line on two nodes", async () => {
    const command = fileURLToPath(new URL("../../../packages/verify/cli.ts", import.meta.url));
    const file = join(folders[0]?.path ?? "", "dump.ndjson.gz");
    await writeFile(file, gzipSync(`${dumpOf(lines).join("\n")}\n`));
    const asked = ["--protocol", PROTOCOL, ...nodes.flatMap((node) => ["--node", node])];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[command, "--dump", file],
      ...asked,
    ]);
    // Four endorsements, three people, an organization, and the contracts.
    expect(stdout).toBe(
      "9 proved, 0 not wholly checked, 0 changed since, 0 not in the dump, 0 failed.\n",
    );
  });

  it("fails with one changed word, in the proof or beside it", async () => {
    const inProof = changedAt(1, ({ endorsement, proof }) => {
      proof.claim.words.title = "Other";
      endorsement.title = "Other";
    });
    const beside = changedAt(2, ({ endorsement }) => {
      endorsement.endorsement += "!";
    });
    expect(await check(inProof)).toMatchObject([{ of: "endorsement", id: 1, outcome: "failed" }]);
    expect(await check(beside)).toMatchObject([
      { id: 2, outcome: "failed", says: "Beside the proof it has another text." },
    ]);
  });

  it("fails with a proof of another network or of other contracts than the dump's", async () => {
    const network = changedAt(1, ({ proof }) => {
      proof.network = "mainnet";
    });
    const protocol = `${PROTOCOL}x` as const;
    const contract = changedAt(2, ({ proof }) => {
      proof.contracts.protocol = protocol;
    });
    expect(await check(network)).toMatchObject([
      { id: 1, outcome: "failed", says: "Its proof is of mainnet." },
    ]);
    expect(await check(contract)).toMatchObject([
      { id: 2, outcome: "failed", says: `Its proof is of ${protocol}.` },
    ]);
  });

  it("fails with other names or another category beside the proof", async () => {
    const changes = {
      "name of the sender": ({ endorsement }) => {
        endorsement.column_sender.bns_name += "x";
      },
      "name of the receiver": ({ endorsement }) => {
        endorsement.column_receiver.bns_name += "x";
      },
      category: ({ endorsement }) => {
        endorsement.category = "Legal";
      },
    } satisfies Record<string, (line: Extract<DumpLine, { proof: unknown }>) => void>;
    for (const [name, change] of Object.entries(changes)) {
      expect(await check(changedAt(1, change))).toMatchObject([
        { id: 1, outcome: "failed", says: `Beside the proof it has another ${name}.` },
      ]);
    }
  });

  it("fails with words beside the proof that nobody signed", async () => {
    const words = { title: "Other", endorsement: "Other", milestoneURI: "ipfs://other" };
    const by = bob.address;
    const changes = {
      draft: [1, ({ endorsement }) => Object.assign(endorsement, { draft: words })],
      suggestion: [
        1,
        ({ endorsement }) =>
          Object.assign(endorsement, { suggestion: { ...words, by, date: endorsement.date } }),
      ],
      approval: [1, ({ endorsement }) => Object.assign(endorsement, { approved: false })],
      digest: [
        1,
        ({ endorsement }) => Object.assign(endorsement, { wordsHash: `0x${"0".repeat(64)}` }),
      ],
      "height as its date": [
        1,
        ({ endorsement }) => Object.assign(endorsement, { signedHeight: 2 }),
      ],
      "transaction of its words": [
        2,
        ({ endorsement }) => Object.assign(endorsement, { wordsTxId: endorsement.txId }),
      ],
      "person who withdrew it": [
        4,
        ({ endorsement: { withdrawn } }) => Object.assign(withdrawn ?? {}, { by }),
      ],
      "transaction of the withdrawal": [
        4,
        ({ endorsement: { txId, withdrawn } }) => Object.assign(withdrawn ?? {}, { txId }),
      ],
      "reason of the withdrawal": [
        4,
        ({ endorsement: { withdrawn } }) => Object.assign(withdrawn ?? {}, { reason: "He lied." }),
      ],
    } satisfies Record<string, [number, (line: Extract<DumpLine, { proof: unknown }>) => void]>;
    for (const [name, [id, change]] of Object.entries(changes)) {
      expect(await check(changedAt(id, change)), name).toMatchObject([
        { id, outcome: "failed", says: `Beside the proof it has another ${name}.` },
      ]);
    }
  });

  it("fails with a name that BNS cannot have", async () => {
    const forged = changedAt(1, ({ endorsement, proof }) => {
      proof.claim.names.sender = "a.b.btc";
      endorsement.column_sender.bns_name = "a.b";
    });
    expect(await check(forged)).toMatchObject([
      { id: 1, outcome: "failed", says: "a.b.btc is not a name of BNS." },
    ]);
  });

  it("names an endorsement that is left out, and somebody who was invented", async () => {
    const without = lines.filter((line) => !("endorsement" in line && line.endorsement.id === 3));
    expect(await check(without)).toMatchObject([{ id: 3, outcome: "newer" }]);
    const invented = structuredClone(lines).map((line) => {
      if ("profile" in line) line.profile.bns_name = `${line.profile.bns_name}x`;
      if ("organization" in line) line.organization.name = "Other";
      return line;
    });
    const found = await check(invented);
    expect(found.map(({ of, outcome }) => `${of} ${outcome}`).sort()).toEqual([
      "organization failed",
      "profile changed",
      "profile changed",
      "profile changed",
    ]);
  });

  it("fails where nodes say different things", async () => {
    await mineOn(second, withdraw(1));
    expect(await check(lines)).toMatchObject([{ id: 1, outcome: "failed" }]);
  });

  it("tells what may have changed since it was made", async () => {
    await mineOn(devnet, withdraw(1));
    for (const node of [devnet, second]) {
      await send(node, bob, { functionName: "remove-profile", args: [] });
      await send(node, bob, {
        functionName: "discard-endorsement",
        args: [Cl.uint(4)],
        postConditionMode: "allow",
      });
      await mineOn(node, withdraw(2));
    }
    const since = "It changed since the dump was made, or the dump is wrong.";
    const withdrawn = `On the chain it is withdrawn, not approved. ${since}`;
    const found = await check(lines);
    expect(found.map(({ of, outcome, says }) => [of, outcome, says])).toEqual([
      ["profile", "changed", `The chain has no profile of it now. ${since}`],
      ["endorsement", "changed", withdrawn],
      ["endorsement", "changed", withdrawn],
      ["endorsement", "changed", `On the chain it is discarded, not withdrawn. ${since}`],
    ]);
  });

  it("fails with changed words, also where the chain took the endorsement back since", async () => {
    const forged = changedAt(1, ({ proof }) => {
      proof.claim.words.title = "Other";
    });
    expect(await check(forged)).toContainEqual(
      expect.objectContaining({ of: "endorsement", id: 1, outcome: "failed" }),
    );
  });
});
