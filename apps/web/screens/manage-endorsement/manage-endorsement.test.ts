import type { EventType } from "@colonnade/domain/event-type.ts";
import { expect, it } from "vitest";
import type { SentTransaction } from "../../features/wallet/sent-transactions.ts";
import { findDecision } from "./manage-endorsement.tsx";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const bob = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";

const sent = (event: EventType, metaData: SentTransaction["metaData"]): SentTransaction => ({
  txId: `0x${"ab".repeat(32)}`,
  address: alice,
  event,
  metaData,
  sentAt: 1,
  announced: true,
});
const approval = sent("APPROVE_ENDORSEMENT", { endorsementId: 7 });
const rejection = sent("BURN_ENDORSEMENT", { endorsementIds: [8, 9] });

it("finds the viewer's decision that is not confirmed yet, also one on several endorsements", () => {
  expect(findDecision([rejection, approval], 7, alice)).toBe(approval);
  expect(findDecision([rejection, approval], 9, alice)).toBe(rejection);
});

it("finds no decision of somebody else, on another endorsement, or that decides nothing", () => {
  expect(findDecision([rejection, approval], 7, bob)).toBeUndefined();
  expect(findDecision([rejection, approval], 7, null)).toBeUndefined();
  expect(findDecision([rejection, approval], 10, alice)).toBeUndefined();
  expect(findDecision([approval], null, alice)).toBeUndefined();
  const edit = sent("EDIT_ENDORSEMENT", { endorsementId: 7 });
  expect(findDecision([edit], 7, alice)).toBeUndefined();
});
