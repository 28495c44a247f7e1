import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { verify } from "../verify.ts";
import { makeBundle, protocol } from "./bundle.ts";

async function outcomes(proof: unknown): Promise<Record<string, string>> {
  const { checks } = await verify(proof, { protocol });
  const open = checks.filter(({ outcome }) => outcome !== "passed");
  return Object.fromEntries(open.map(({ name, outcome }) => [name, outcome]));
}

const nodesNotAsked = { endorsement: "not-checkable" };

it("shows authorship and consent", async () => {
  expect(await outcomes(await makeBundle({}))).toEqual(nodesNotAsked);
});

it("reads a text to the byte, also with a U+FEFF at its start", async () => {
  const proof = await makeBundle({ title: "\ufeffA title" });
  expect(await outcomes(proof)).toEqual(nodesNotAsked);
  proof.claim.words.title = "A title";
  expect(await outcomes(proof)).toMatchObject({ digest: "failed", authorship: "failed" });
});

it("does not show consent where the receiver's wallet left out the condition", async () => {
  const open = { ...nodesNotAsked, consent: "not-checkable", "post-condition": "not-checkable" };
  expect(await outcomes(await makeBundle({ bare: true }))).toEqual(open);
  expect(await outcomes(await makeBundle({ mode: "allow" }))).toEqual(open);
});

it("does not show authorship where another contract made the call", async () => {
  const proof = await makeBundle({});
  const [submitted, approved] = proof.transactions;
  const transactions = [{ ...submitted, raw: null, absent: "contract" }, approved];
  expect(await outcomes({ ...proof, transactions })).toEqual({
    ...nodesNotAsked,
    authorship: "not-checkable",
    signature: "not-checkable",
  });
});

it("takes two calls of one transaction, as a smart wallet makes them", async () => {
  const proof = await makeBundle({});
  const [submitted = missing()] = proof.transactions;
  proof.claim.status = "pending";
  const [submit, edit] = (["submit", "edit"] as const).map((action) => ({
    ...submitted,
    ...{ action, raw: null, absent: "contract" as const },
  }));
  expect(await outcomes({ ...proof, transactions: [submit, edit] })).toEqual({
    ...nodesNotAsked,
    authorship: "not-checkable",
    signature: "not-checkable",
  });
  const other = { ...edit, txId: `0x${"ab".repeat(32)}` };
  const later = { ...edit, txIndex: 1 };
  for (const transactions of [
    [submit, other],
    [later, submit],
  ]) {
    expect(await outcomes({ ...proof, transactions })).toMatchObject({ transactions: "failed" });
  }
});

function missing(): never {
  throw new Error("No transaction");
}

it("fails for bytes that follow a transaction", async () => {
  const proof = await makeBundle({});
  const [submitted] = proof.transactions;
  if (submitted !== undefined) submitted.raw += "00";
  expect(await outcomes(proof)).toMatchObject({ "transaction-id": "failed", call: "failed" });
});

it("passes nothing, and never throws, whatever a node answers", async () => {
  const proof = await makeBundle({});
  const value = fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => ({ okay: true, result: `0x${Buffer.from(bytes).toString("hex")}` }));
  const tuple = fc
    .dictionary(fc.constantFrom("sender", "words", "status", "org", "date"), fc.nat())
    .map((fields) => {
      const values = Object.entries(fields).map(([name, number]) => [name, Cl.uint(number)]);
      return { okay: true, result: `0x${Cl.serialize(Cl.tuple(Object.fromEntries(values)))}` };
    });
  const answers = fc.oneof(fc.jsonValue(), value, tuple);
  await fc
    .assert(
      fc.asyncProperty(answers, async (answer) => {
        vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer)));
        const { checks } = await verify(proof, { nodes: ["http://a.example", "http://b.example"] });
        JSON.stringify(checks);
        const onNodes = checks.filter(({ about }) => about?.startsWith("http"));
        expect(onNodes.filter(({ outcome }) => outcome === "passed")).toEqual([]);
      }),
    )
    .finally(() => vi.unstubAllGlobals());
});
