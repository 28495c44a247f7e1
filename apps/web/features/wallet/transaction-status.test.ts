import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { type SentTransaction, useSentTransactions } from "./sent-transactions.ts";
import { announcementQuery } from "./transaction-status.ts";

const announce = vi.hoisted(() => {
  // Without a window the query client believes that it runs on a server, and does not poll.
  vi.stubGlobal("window", { addEventListener() {} });
  return vi.fn();
});
vi.mock("../../api/client.ts", () => ({ api: announce }));

const transaction: SentTransaction = {
  txId: `0x${"ab".repeat(32)}`,
  address: "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK",
  event: "UPDATE_STATEMENT",
  metaData: {},
  sentAt: 1,
  announced: false,
};
const onSeen = vi.fn();
const watch = () =>
  new QueryObserver(queryClient, announcementQuery(transaction, onSeen)).subscribe(() => {});
const isAnnounced = () => useSentTransactions.getState().sent.map(({ announced }) => announced);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
  useSentTransactions.setState({ sent: [transaction] });
});

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  vi.resetAllMocks();
});

it("announces a transaction once when the service's node has seen it", async () => {
  announce.mockResolvedValue({ seen: true });
  const stop = watch();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect(announce).toHaveBeenCalledTimes(1);
  expect(isAnnounced()).toEqual([true]);
  expect(onSeen).toHaveBeenCalledExactlyOnceWith(transaction);
});

it("announces it again after 2, 4, 8, 16 and 30 seconds while it is unseen or refused", async () => {
  announce.mockResolvedValue({ seen: false });
  const stop = watch();
  await vi.advanceTimersByTimeAsync(0);
  for (const [again, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    if (again === 2) announce.mockRejectedValue(new Error("503"));
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 100);
    expect(announce).toHaveBeenCalledTimes(again + 1);
    await vi.advanceTimersByTimeAsync(100);
    expect(announce).toHaveBeenCalledTimes(again + 2);
  }
  expect(isAnnounced()).toEqual([false]);
  expect(onSeen).not.toHaveBeenCalled();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(announce).toHaveBeenCalledTimes(7);
});
