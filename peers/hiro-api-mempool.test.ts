import {
  accounts,
  atelier,
  carol,
  type DevnetAccount,
  erin,
  frank,
} from "@colonnade/devnet/accounts.ts";
import {
  broadcast,
  makeCall,
  makeSponsoredCall,
  networkOf,
  PROTOCOL,
} from "@colonnade/devnet/tests/fixture.ts";
import {
  ClarityVersion,
  makeContractDeploy,
  makeSTXTokenTransfer,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { peersFolder } from "./folder.ts";
import { ask, startHiroDevnet } from "./hiro-devnet.ts";
import { sponsorOf } from "./random-chain.ts";

/** The API dates and sorts waiting transactions by its own clock, and lists nonces in any order. */
const withoutReceipt = (body: unknown): unknown => {
  const { results, cursor, ...rest } = Object(body);
  const own = { ...rest, receipt_time: undefined, receipt_time_iso: undefined };
  own.detected_mempool_nonces?.sort();
  own.mempool?.pending_nonces?.sort();
  if (!Array.isArray(results)) return own;
  const sorted = results.map(withoutReceipt);
  sorted.sort((a, b) => Object(a).tx_id.localeCompare(Object(b).tx_id));
  return { ...own, total: undefined, results: sorted };
};

describe.skipIf(peersFolder === undefined)("The mempool of the real Hiro API on our devnet", () => {
  it("agrees with us on what waits, is replaced, dropped, mined and orphaned", async () => {
    await using started = await startHiroDevnet(peersFolder ?? "");
    const { devnet, contract, api } = started;
    const ids = [contract, PROTOCOL, ...accounts.map(({ address }) => address)];
    const sent: string[] = [];
    const send = async (transaction: StacksTransactionWire) => {
      const txid = await broadcast(devnet, transaction);
      sent.push(txid);
      return txid;
    };
    const call = async (sender: DevnetAccount, nonce: number, fee = 3_000) =>
      send(
        await makeCall(devnet, sender, { contract, functionName: "count", args: [], nonce, fee }),
      );
    async function expectAgreement() {
      await devnet.observersCaughtUp();
      for (const path of [
        "/extended/v1/tx/mempool?limit=50",
        "/extended/v3/mempool/transactions?limit=50",
        ...ids.flatMap((id) => [
          `/extended/v1/address/${id}/mempool?limit=50`,
          `/extended/v3/principals/${id}/mempool/transactions?limit=50`,
        ]),
        ...sent.flatMap((txid) => [
          `/extended/v1/tx/${txid}`,
          `/extended/v3/transactions/${txid}?include=function_args,post_conditions,source_code`,
        ]),
        ...accounts.flatMap(({ address }) => [
          `/extended/v1/address/${address}/nonces`,
          `/extended/v1/address/${address}/stx`,
          `/extended/v3/principals/${address}/nonces`,
          `/extended/v3/principals/${address}/balances/stx`,
        ]),
      ]) {
        const [theirs, ours] = [await ask(api.url, path), await ask(devnet.url, path)];
        expect(withoutReceipt(ours.body), path).toEqual(withoutReceipt(theirs.body));
      }
      const [theirs, ours] = [await ask(api.url, "/extended"), await ask(devnet.url, "/extended")];
      expect(Object(ours.body).chain_tip).toMatchObject({
        burn_block_height: Object(theirs.body).chain_tip.burn_block_height,
      });
    }

    // The API takes the sender's nonce for the sponsor's, so erin uses one that frank does not.
    for (const nonce of [0, 1]) await call(erin, nonce);
    devnet.mine();
    await send(
      await makeSTXTokenTransfer({
        recipient: carol.address,
        amount: 1_000,
        senderKey: atelier.privateKey,
        network: networkOf(devnet),
        nonce: 0,
        fee: 3_000,
      }),
    );
    await send(
      await makeContractDeploy({
        contractName: "late",
        codeBody: "(define-read-only (nothing) none)",
        clarityVersion: ClarityVersion.Clarity4,
        senderKey: atelier.privateKey,
        network: networkOf(devnet),
        nonce: 1,
        fee: 3_000,
      }),
    );
    // Leaves out nonce 2.
    await call(atelier, 3);
    await send(
      await makeSponsoredCall(devnet, erin, await sponsorOf(devnet, frank), {
        contract,
        functionName: "count",
        args: [],
        nonce: 2,
      }),
    );
    await expectAgreement();

    devnet.mineBurnBlock();
    await expectAgreement();
    expect(devnet.mine().transactions).toHaveLength(3);
    await expectAgreement();
    devnet.fork({ back: 1, blocks: 2 });
    await expectAgreement();
    devnet.fork({ back: 2, blocks: 3, transactions: "drop" });
    await expectAgreement();

    // Last, because a fork makes the API take a replaced transaction for a waiting one.
    await call(frank, 0, 3_000);
    await call(frank, 0, 4_000);
    for (const status of [
      "dropped_too_expensive",
      "dropped_problematic",
      "dropped_stale_garbage_collect",
    ] as const) {
      devnet.drop(await call(frank, 1), status);
    }
    await expectAgreement();
    expect(devnet.mine().transactions).toHaveLength(1);
    await expectAgreement();
  }, 600_000);
});
