import { expect, it } from "vitest";
import { createAnswers } from "../http/answers.ts";

it("Answers are kept up to a size, counted with what they were asked by", async () => {
  const head = { indexBlockHash: "0x1", revision: 1 };
  const answers = createAnswers({ current: () => head, refresh: () => Promise.resolve() });
  let readings = 0;
  const ask = (target: string) =>
    answers.make(target, () => {
      readings += 1;
      return Promise.resolve("[]");
    });
  await ask("/first");
  await ask("/first");
  expect(readings).toBe(1);
  // 80 MB of addresses, for 10 KB of answers.
  for (let serial = 0; serial < 5000; serial += 1) await ask(`/${serial}?${"x".repeat(16_000)}`);
  readings = 0;
  await ask("/first");
  expect(readings).toBe(1);
});
