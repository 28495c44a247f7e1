import { expect, it, vi } from "vitest";
import {
  getSent,
  type SentTransaction,
  useSentTransactions,
} from "../features/wallet/sent-transactions.ts";
import { useSession } from "../features/wallet/session-store.ts";
import { toastOutcome } from "./transaction-toasts.tsx";

const toasted = vi.hoisted(() => vi.fn());
const dismissed = vi.hoisted(() => vi.fn());
vi.mock("react-toastify", () => ({
  toast: Object.assign(toasted, { dismiss: dismissed, isActive: () => false }),
}));

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const bob = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const sent = (txId: string, address: string): SentTransaction => ({
  txId,
  address,
  event: "APPROVE_ENDORSEMENT",
  metaData: { endorsementId: 7 },
  sentAt: 1,
  announced: true,
});

it("shows nobody the toasts of an account that was connected before", () => {
  useSession.setState({ senderAddress: alice });
  const alices = sent("0x01", alice);
  const bobs = sent("0x03", bob);
  useSentTransactions.setState({ sent: [alices, bobs] });
  toastOutcome(sent("0x02", alice), { state: "failed", reason: "It was dropped." });
  expect(toasted).toHaveBeenCalledTimes(1);
  dismissed.mockReset();
  useSession.setState({ senderAddress: bob });
  expect(dismissed.mock.calls.flat()).toEqual(["0x01", "0x02"]);
  toastOutcome(alices, { state: "succeeded" });
  expect(toasted).toHaveBeenCalledTimes(1);
  expect(getSent(), "it is still followed, for when she is back").toContain(alices);
  useSession.setState({ senderAddress: null });
  expect(dismissed.mock.calls.flat()).toEqual(["0x01", "0x02", "0x01", "0x03"]);
  expect(getSent()).toEqual([alices]);
});
