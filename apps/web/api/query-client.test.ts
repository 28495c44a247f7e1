import { ApiError } from "@colonnade/domain/http/client.ts";
import { expect, test } from "vitest";
import { isWorthRetrying, retryDelay } from "./query-client.ts";

test("a network failure is tried three times more, and then no longer", () => {
  const failure = new TypeError("Failed to fetch");
  expect([0, 1, 2, 3].map((failures) => isWorthRetrying(failures, failure))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("what the service refused is not asked again, what it failed at is", () => {
  expect(isWorthRetrying(0, new ApiError(404, "does_not_exist", "None"))).toBe(false);
  expect(isWorthRetrying(0, new ApiError(400, "validation_error", "No"))).toBe(false);
  expect(isWorthRetrying(0, new ApiError(503, "unknown", "Later"))).toBe(true);
});

test("each retry waits twice as long, at most thirty seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});
