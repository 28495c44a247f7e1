import { ApiError } from "@colonnade/domain/http/client.ts";
import { expect, test } from "vitest";
import { isWorthRetrying, retryDelay } from "./query-client.ts";

test("retries a network failure three times", () => {
  const failure = new TypeError("Failed to fetch");
  expect([0, 1, 2, 3].map((failures) => isWorthRetrying(failures, failure))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("retries a failure of the service, but not a refusal", () => {
  expect(isWorthRetrying(0, new ApiError(404, "does_not_exist", "None"))).toBe(false);
  expect(isWorthRetrying(0, new ApiError(400, "validation_error", "No"))).toBe(false);
  expect(isWorthRetrying(0, new ApiError(503, "unknown", "Later"))).toBe(true);
});

test("doubles the delay before each retry, up to thirty seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});
