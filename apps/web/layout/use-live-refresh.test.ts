import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToStream } from "./use-live-refresh.ts";

/** A browser's EventSource; the test plays the service. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;

  constructor() {
    super();
    FakeSource.opened.push(this);
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

beforeEach(() => {
  FakeSource.opened = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("reconnects after an HTTP error, and reports the gap", () => {
  const onGap = vi.fn();
  const stop = listenToStream(() => {}, onGap);
  FakeSource.opened[0]?.fail(FakeSource.CLOSED);
  vi.advanceTimersByTime(29_000);
  expect(FakeSource.opened).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(FakeSource.opened).toHaveLength(2);
  expect(onGap).not.toHaveBeenCalled();
  FakeSource.opened[1]?.open();
  expect(onGap).toHaveBeenCalledOnce();
  stop();
  expect(FakeSource.opened[1]?.readyState).toBe(FakeSource.CLOSED);
});

test("leaves a broken connection to the browser, and does not reconnect once stopped", () => {
  const stop = listenToStream(
    () => {},
    () => {},
  );
  FakeSource.opened[0]?.fail(0);
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.opened).toHaveLength(1);
  FakeSource.opened[0]?.fail(FakeSource.CLOSED);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.opened).toHaveLength(1);
});
