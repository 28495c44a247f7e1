import { ApiError } from "@colonnade/domain/http/client.ts";
import { expect, test } from "vitest";
import { createQueryClient, isWorthRetrying, retryDelay } from "./query-client.ts";

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

const queryKey = ["endorsement", 12];

/** Loads an answer, and then fails with a status. @returns the client */
async function failAfterAnswer(status: 404 | 503) {
  const client = createQueryClient(60_000);
  await client.fetchQuery({ queryKey, queryFn: () => "Approved" });
  const queryFn = () => Promise.reject(new ApiError(status, "unknown", "No"));
  await client.fetchQuery({ queryKey, queryFn, staleTime: 0, retry: false }).catch(() => undefined);
  return client;
}

test("drops the last answer about something that the service says is gone", async () => {
  const client = await failAfterAnswer(404);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: undefined, status: "error" });
  client.clear();
});

test("keeps the last answer while the service fails", async () => {
  const client = await failAfterAnswer(503);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: "Approved", status: "error" });
  client.clear();
});
