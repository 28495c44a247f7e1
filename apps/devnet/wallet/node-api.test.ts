import { expect, it } from "vitest";
import { explainRejection } from "./node-api.ts";

const rejected = { error: "transaction rejected", txid: "00" };

it("explains a refusal of the node and what to do", () => {
  expect(
    explainRejection({
      ...rejected,
      reason: "BadNonce",
      reason_data: { expected: 4, actual: 3, is_origin: true, principal: true },
    }),
  ).toMatch(/nonce 3: this account’s next one is 4\. Try again/);
  expect(
    explainRejection({
      ...rejected,
      reason: "FeeTooLow",
      reason_data: { expected: 1500, actual: 1 },
    }),
  ).toMatch(/at least 0\.0015 STX/);
  expect(explainRejection({ ...rejected, reason: "NoSuchContract" })).toMatch(/no such contract/);
});

it("shows the node's own reason if it has no explanation", () => {
  expect(explainRejection({ ...rejected, reason: "NoCoinbaseViaMempool" })).toBe(
    "The node refused the transaction: NoCoinbaseViaMempool",
  );
});
