import { expect, test, vi } from "vitest";
import { callReadOnly } from "./read-only-call.ts";

vi.mock("../../api/runtime-config.ts", () => ({
  runtimeConfig: () => ({ nodeUrl: "http://node.test" }),
}));

test("gives up on a node that never answers", async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  const asked = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", (_address: string, { signal }: RequestInit) => {
    asked.resolve();
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const answer = callReadOnly("ST1.bns", "get-primary", "ST1", () => []);
  await asked.promise;
  patience.abort(new DOMException("The node is silent", "TimeoutError"));
  await expect(answer).rejects.toThrow("The node is silent");
});
