import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FromWallet, readFromWallet, readToWallet, seal, type ToWallet } from "./protocol.ts";
import { queueTasks } from "./provider-dialog.ts";

describe("messages between provider and wallet page", () => {
  const toWallet: ToWallet[] = [
    {
      kind: "request",
      id: "1",
      method: "getAddresses",
      params: { network: "devnet" },
      theme: "dark",
    },
    { kind: "request", id: "2", method: "getAddresses", params: undefined, theme: null },
    { kind: "cancel", id: "1" },
  ];
  const fromWallet: FromWallet[] = [
    { kind: "ready" },
    { kind: "size", height: 640.5 },
    { kind: "answer", id: "1", answer: { result: { addresses: [] } } },
    { kind: "answer", id: "1", answer: { error: { code: -31_001, message: "No" } } },
  ];

  it("reads back every message it seals", () => {
    for (const message of toWallet) expect(readToWallet(seal(message))).toEqual(message);
    for (const message of fromWallet) expect(readFromWallet(seal(message))).toEqual(message);
  });

  it("ignores messages of other scripts", () => {
    for (const message of [...toWallet, ...fromWallet]) {
      expect(readToWallet(message)).toBeUndefined();
      expect(readFromWallet(message)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(readToWallet(data)).toBeUndefined();
        expect(readFromWallet(data)).toBeUndefined();
      }),
    );
  });

  it("ignores a message that goes the wrong way", () => {
    for (const message of toWallet) expect(readFromWallet(seal(message))).toBeUndefined();
    for (const message of fromWallet) expect(readToWallet(seal(message))).toBeUndefined();
  });

  it("ignores an answer whose error has no code", () => {
    const broken = { ...seal({ kind: "ready" }), kind: "answer", id: "1" };
    expect(readFromWallet({ ...broken, answer: { error: { message: "No" } } })).toBeUndefined();
    expect(readFromWallet({ ...broken, answer: "yes" })).toBeUndefined();
  });
});

describe("the queue of requests", () => {
  it("starts each task when the one before has ended, even if it failed", async () => {
    const enqueue = queueTasks();
    const started: string[] = [];
    const first = Promise.withResolvers<string>();
    const one = enqueue(() => {
      started.push("one");
      return first.promise;
    });
    const two = enqueue(async () => {
      started.push("two");
      throw new Error("badly");
    });
    const three = enqueue(async () => {
      started.push("three");
      return "well";
    });
    await Promise.resolve();
    expect(started).toEqual(["one"]);
    first.resolve("first");
    await expect(one).resolves.toBe("first");
    await expect(two).rejects.toThrow("badly");
    await expect(three).resolves.toBe("well");
    expect(started).toEqual(["one", "two", "three"]);
  });
});
