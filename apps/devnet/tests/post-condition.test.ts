import { Cl, type ClarityValue, Pc, type PostCondition } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alice, bob } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { deployTestContract, send, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;
let contract: `${string}.${string}`;

beforeAll(async () => {
  devnet = await startTestDevnet();
  contract = await deployTestContract(devnet);
  await send(devnet, alice, { contract, functionName: "mint-coin", args: [Cl.uint(100)] });
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await send(devnet, alice, { contract, functionName: "mint-badge", args: [Cl.uint(id)] });
  }
  devnet.mine();
});
afterAll(() => devnet.close());

async function outcome(
  functionName: string,
  args: ClarityValue[],
  postConditions: PostCondition[],
  postConditionMode: "allow" | "deny" | "originator" = "deny",
): Promise<string | undefined> {
  await send(devnet, alice, { contract, functionName, args, postConditions, postConditionMode });
  return devnet.mine().transactions[0]?.status;
}

const FAILED = "abort_by_post_condition";
const badge = (id: number) => Cl.tuple({ id: Cl.uint(id) });
const toBob = Cl.principal(bob.address);

describe("post-conditions on the chain", () => {
  test("allows a mint without a condition, even in deny mode", async () => {
    expect(await outcome("mint-badge", [Cl.uint(50)], [])).toBe("success");
  });

  test("compares the STX sent by eq, gte, lte, gt and lt", async () => {
    const pay = (condition: PostCondition) => outcome("pay", [Cl.uint(10), toBob], [condition]);
    const sends = Pc.principal(alice.address);
    expect(await pay(sends.willSendEq(10).ustx())).toBe("success");
    expect(await pay(sends.willSendGte(10).ustx())).toBe("success");
    expect(await pay(sends.willSendLte(10).ustx())).toBe("success");
    expect(await pay(sends.willSendGt(10).ustx())).toBe(FAILED);
    expect(await pay(sends.willSendLt(10).ustx())).toBe(FAILED);
    expect(await pay(Pc.origin().willSendEq(10).ustx())).toBe("success");
  });

  test("does not count the fee as STX sent", async () => {
    expect(await outcome("count", [], [Pc.principal(alice.address).willSendEq(0).ustx()])).toBe(
      "success",
    );
  });

  test("guards a fungible token, except in allow mode", async () => {
    const coin = Pc.principal(alice.address);
    const sendCoin = [Cl.uint(3), toBob];
    expect(await outcome("send-coin", sendCoin, [coin.willSendEq(3).ft(contract, "coin")])).toBe(
      "success",
    );
    expect(await outcome("send-coin", sendCoin, [coin.willSendLt(3).ft(contract, "coin")])).toBe(
      FAILED,
    );
    expect(await outcome("send-coin", sendCoin, [])).toBe(FAILED);
    expect(await outcome("send-coin", sendCoin, [], "allow")).toBe("success");
  });

  test("passes a burnt NFT only if a condition names its id", async () => {
    const burns = (id: number) =>
      Pc.principal(alice.address).willSendAsset().nft(`${contract}::badge`, badge(id));
    expect(await outcome("burn-badge", [Cl.uint(1)], [burns(2)])).toBe(FAILED);
    expect(await outcome("burn-badge", [Cl.uint(1)], [])).toBe(FAILED);
    expect(await outcome("burn-badge", [Cl.uint(1)], [burns(1)])).toBe("success");
  });

  test("fails if an NFT that must stay is sent", async () => {
    const stays = Pc.principal(alice.address)
      .willNotSendAsset()
      .nft(`${contract}::badge`, badge(3));
    expect(await outcome("send-badge", [Cl.uint(3), toBob], [stays], "allow")).toBe(FAILED);
    expect(await outcome("send-badge", [Cl.uint(4), toBob], [stays], "allow")).toBe("success");
  });

  test("passes if an NFT that may be sent is sent or not", async () => {
    const maybe: PostCondition = {
      type: "nft-postcondition",
      address: alice.address,
      condition: "maybe-sent",
      asset: `${contract}::badge`,
      assetId: badge(5),
    };
    expect(await outcome("count", [], [maybe])).toBe("success");
    expect(await outcome("send-badge", [Cl.uint(5), toBob], [maybe])).toBe("success");
  });

  test("guards the sender's assets in originator mode", async () => {
    expect(await outcome("send-badge", [Cl.uint(6), toBob], [], "originator")).toBe(FAILED);
    expect(
      await outcome(
        "send-badge",
        [Cl.uint(6), toBob],
        [Pc.origin().willSendAsset().nft(`${contract}::badge`, badge(6))],
        "originator",
      ),
    ).toBe("success");
  });
});
