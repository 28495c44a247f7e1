import { afterAll, beforeAll, expect, test } from "vitest";
import { alice, deployer } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { get, PROTOCOL, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startTestDevnet();
});
afterAll(() => devnet.close());

const nonsense = [
  "abc",
  "'",
  "%",
  "..%2f..",
  "0x00",
  `${alice.address}1`,
  `${deployer.address}.no-such-contract`,
  "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM) (stx-burn? u1 tx-sender",
  "a".repeat(5000),
].map((text) => (text.startsWith("%") || text.startsWith("..") ? text : encodeURIComponent(text)));

const values = [
  "",
  "0x",
  "0xff",
  "0x01",
  "0x09",
  "0x0b00000000",
  "0x0d0000000161",
  "0x0100000000000000000000000000000001",
  "0x051a0000000000000000000000000000000000000000",
];

/** Expects an answer below 500, and that the node still works. */
async function expectUnharmed(path: string, init?: RequestInit): Promise<void> {
  const response = await fetch(`${devnet.url}${path}`, init);
  await response.arrayBuffer();
  expect(response.status, path).toBeLessThan(500);
  const account = await get(devnet, `/v2/accounts/${alice.address}?proof=0`);
  expect(account, path).toMatchObject({ status: 200, body: { nonce: 0 } });
}

const posted = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

test.each([
  "/v2/accounts/{}",
  "/v2/contracts/interface/{}/name",
  "/v2/contracts/source/{}/name",
  `/v2/contracts/source/${deployer.address}/{}`,
  "/v2/data_var/{}/name/variable",
  "/extended/v1/address/{}/nonces",
  "/extended/v1/address/{}/balances",
  "/extended/v1/address/{}/mempool",
  "/extended/v1/tokens/nft/holdings?principal={}",
  "/extended/v1/tx/{}",
  "/extended/v3/transactions/{}",
  "/extended/v2/blocks/{}",
  "/extended/v2/blocks?limit={}",
  "/extended/v2/smart-contracts/{}/logs",
  "/v1/addresses/stacks/{}",
  "/v1/names/{}",
  "/colonnade/v1/blocks/{}",
  "/txid/{}",
  "/wallet/{}",
])("survives nonsense in %s", async (path) => {
  for (const text of nonsense) await expectUnharmed(path.replace("{}", text));
});

test("survives nonsense in read-only calls and map entries", async () => {
  const contract = PROTOCOL.replace(".", "/");
  for (const sender of ["", "abc", alice.address, `${alice.address}.contract`]) {
    for (const value of values) {
      for (const name of ["get-profile", "get-endorsement", "get-contract-owner"]) {
        const body = posted({ sender, arguments: [value] });
        await expectUnharmed(`/v2/contracts/call-read/${contract}/${name}`, body);
      }
    }
  }
  for (const value of values) {
    await expectUnharmed(`/v2/map_entry/${contract}/profiles`, posted(value));
    await expectUnharmed(`/v2/map_entry/${contract}/endorsements`, posted(value));
  }
});

test("survives nonsense in bodies", async () => {
  const bodies = [null, [], {}, "text", 7, { back: -1 }, { blocks: 0 }, { tx: "zz" }, { tx: "00" }];
  for (const body of bodies) {
    for (const path of [
      "/v2/transactions",
      "/v2/fees/transaction",
      "/v2/map_entry/a/b/c",
      "/v2/contracts/call-read/a/b/c",
      "/colonnade/v1/fork",
      "/colonnade/v1/drop",
      "/colonnade/v1/names",
    ]) {
      await expectUnharmed(path, posted(body));
    }
  }
});
