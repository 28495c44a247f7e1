import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { sayMoment, sayWhen } from "./time.tsx";

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
])("%s reads %s", (date, words) => {
  expect(sayWhen(date, now)).toBe(words);
});

test("says yesterday of the day before, and rounds no time up to the next unit", () => {
  const night = new Date(2026, 10, 20, 2).getTime();
  const saying = (...date: [number, number, number, number, number]) =>
    sayWhen(new Date(...date).toISOString(), night);
  expect(saying(2026, 10, 19, 1, 0)).toBe("yesterday");
  expect(saying(2026, 10, 18, 15, 0)).toBe("2 days ago");
  expect(saying(2026, 10, 19, 2, 10)).toBe("23 hours ago");
  expect(sayWhen(new Date(night - 3_590_000).toISOString(), night)).toBe("59 minutes ago");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test("says hours of the same day, also of one that has 25", () => {
  vi.stubEnv("TZ", "America/New_York");
  expect(sayWhen("2026-11-01T04:10:00Z", Date.parse("2026-11-02T04:20:00Z"))).toBe("24 hours ago");
});

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Intl puts a narrow space before `AM`. */
const plain = (words: string) => words.replace(/\s/gu, " ");

test("a date and a moment read as in the platform's English", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (time) => {
      const date = new Date(time);
      expect(sayMoment(date)).toBe(plain(moment.format(date)));
      expect(sayWhen(date.toISOString(), time + 8 * 86_400_000)).toBe(day.format(date));
    }),
  );
});

test.each([
  ["second", 1_000, 10, 59],
  ["minute", 60_000, 1, 59],
  ["hour", 3_600_000, 1, 23],
  ["day", 86_400_000, 1, 6],
] as const)("a %s ago reads as in the platform's English", (unit, size, min, max) => {
  for (let count = min; count <= max; count++) {
    const date = new Date(now - count * size).toISOString();
    expect(sayWhen(date, now)).toBe(ago.format(-count, unit));
  }
});
