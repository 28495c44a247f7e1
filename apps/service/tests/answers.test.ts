import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { openPglite } from "../db/pglite.ts";
import { type Answers, createAnswers } from "../http/answers.ts";
import { keepHead } from "../http/head.ts";

const head = { indexBlockHash: "0x1", revision: 1 };

describe("Answers are kept", () => {
  let answers: Answers;
  let readings: number;

  beforeEach(() => {
    answers = createAnswers({ current: () => head });
    readings = 0;
  });

  const ask = (target: string, json = "[]") =>
    answers.make(target, () => {
      readings += 1;
      return Promise.resolve(json);
    });
  const isKept = async (target: string) => {
    readings = 0;
    await ask(target);
    return readings === 0;
  };
  /** 16 KB of address for 2 bytes of answer: some 4,000 of them are all that is kept. */
  const askOther = (serial: number) => ask(`/${serial}?${"x".repeat(16_000)}`);

  it("up to a size, counted with what they were asked by", async () => {
    await ask("/first");
    expect(await isKept("/first")).toBe(true);
    for (let serial = 0; serial < 5000; serial += 1) await askOther(serial);
    expect(await isKept("/first")).toBe(false);
  });

  it("as long as they are asked for again and again", async () => {
    await ask("/first");
    for (let serial = 0; serial < 5000; serial += 1) {
      await askOther(serial);
      if (serial % 1000 === 0) await ask("/first");
    }
    expect(await isKept("/first")).toBe(true);
  });

  it("whatever becomes of those that have gone", async () => {
    const heavy = randomBytes(30_000_000).toString("base64");
    const gone = await ask("/gone", heavy);
    await ask("/here", heavy);
    if (gone === null) throw new Error("Nothing was made");
    await answers.body(gone, "gzip");
    expect(await isKept("/here")).toBe(true);
    expect(await isKept("/gone")).toBe(false);
  });
});

it("Answers of a database made anew are tagged as none of an earlier one", async () => {
  const revisionOfNew = async () => {
    await using stack = new AsyncDisposableStack();
    const database = await openPglite({});
    stack.defer(() => database.close());
    return (await keepHead(database)).current().revision;
  };
  const earlier = await revisionOfNew();
  expect(await revisionOfNew()).toBeGreaterThan(earlier);
});
