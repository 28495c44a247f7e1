import { expect, test } from "vitest";
import { sayWhen } from "./time.tsx";

const now = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T11:59:55Z", "just now"],
  ["2026-11-20T12:00:48Z", "just now"],
  ["2026-11-20T11:59:15Z", "45 seconds ago"],
  ["2026-11-20T11:58:00Z", "2 minutes ago"],
  ["2026-11-20T09:00:00Z", "3 hours ago"],
  ["2026-11-19T12:00:00Z", "yesterday"],
  ["2026-11-16T12:00:00Z", "4 days ago"],
  ["2026-11-01T12:00:00Z", "Nov 1, 2026"],
])("%s is said as %s", (date, words) => {
  expect(sayWhen(date, now)).toBe(words);
});
