import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listen, stopListening } from "../apps/service/http/listen.ts";
import { openTestDatabase } from "../apps/service/tests/support/database.ts";
import { startTestService } from "../apps/service/tests/support/fixture.ts";
import { peersFolder } from "./folder.ts";

const blockSchema = z.object({ block_height: z.int(), index_block_hash: z.string() });

/** The posts of a recording: path and body. */
async function readRecording(name: string): Promise<{ path: string; body: string }[]> {
  const text = await readFile(join(peersFolder ?? "", "recordings", `${name}.tsv`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, , path = "", body = ""] = line.split("\t");
      return { path, body };
    });
}

/** Posts a recording as it is. @returns the last block above the boot block */
async function postAll(observerUrl: string, name: string): Promise<string | null> {
  let last: string | null = null;
  for (const { path, body } of await readRecording(name)) {
    const response = await fetch(observerUrl + path, { method: "POST", body });
    expect(response.status, `${path} ${body.slice(0, 300)}`).toBe(200);
    if (path !== "/new_block") continue;
    const block = blockSchema.parse(JSON.parse(body));
    if (block.block_height > 0) last = block.index_block_hash;
  }
  return last;
}

describe.skipIf(peersFolder === undefined)("Posts that real nodes made", () => {
  /** A Hiro API that knows the height of the contract's first block, and nothing else. */
  let firstHeight: number;
  const api = createServer(({ url }, response) => {
    const knows = url?.startsWith("/extended/v1/contract/");
    response.writeHead(knows ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(knows ? { block_height: firstHeight } : { error: "not found" }));
  });
  let url: string;

  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(api, 0, "")}`;
  });

  afterAll(() => stopListening(api));

  describe.each([
    "mainnet-block0",
    "mainnet-reorg-scenario1",
    "epoch-3-transition",
    "fuzzed-transactions-1",
  ])("%s", (name) => {
    it.each([
      ["from its first block", 0],
      ["far below the contract", 1_000_000],
    ])("are all taken %s", async (_, height) => {
      firstHeight = height;
      await using service = await startTestService(
        { url },
        {
          database: await openTestDatabase(),
          environment: {
            COLONNADE_NETWORK: "testnet",
            COLONNADE_PROTOCOL_CONTRACT: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.p",
            COLONNADE_ENDORSEMENT_CONTRACT: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.e",
          },
        },
      );
      const last = await postAll(service.observerUrl, name);
      const { tip, quarantined } = await createClient({ origin: service.origin })("getStatus");
      expect(quarantined).toBe(0);
      expect(tip?.indexBlockHash ?? null).toBe(height === 0 ? last : null);
    });
  });
});
