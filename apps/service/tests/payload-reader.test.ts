import { expect, it, onTestFinished } from "vitest";
import { createPayloadReader } from "../chain/payload-reader.ts";
import { mineBlock, protocolContract } from "./support/blocks.ts";

/** The body of a block with more in it. Its reader takes its memory. */
async function bodyWith(more: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const { payload } = await mineBlock(null, []);
  return [new TextEncoder().encode(`{"more":${more},${JSON.stringify(payload).slice(1)}`)];
}

it("sets a block aside when reading it took too long three times in a row", async () => {
  const reader = createPayloadReader(protocolContract, 1);
  onTestFinished(() => reader.close());
  const read = async () => reader.read(await bodyWith(`"${"x".repeat(100_000)}"`));
  const reason = "Reading it took too long";
  for (let round = 0; round < 2; round += 1) {
    await expect(read()).rejects.toThrow(reason);
    await expect(read()).rejects.toThrow(reason);
    expect(await read()).toMatchObject({ reason });
  }
});

it("sets a block aside that has so many parts that they would fill the memory", async () => {
  const reader = createPayloadReader(protocolContract);
  onTestFinished(() => reader.close());
  for (const part of ["{}", "[]"]) {
    const body = await bodyWith(`[${`${part},`.repeat(8_000_000)}1]`);
    expect(await reader.read(body)).toMatchObject({ reason: "It has too many parts" });
  }
  expect(await reader.read(await bodyWith(`[${"1,".repeat(8_000_000)}1]`))).toHaveProperty("block");
});
