import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Cl } from "@stacks/transactions";
import { expect, it } from "vitest";
import { makeBundle } from "./bundle.ts";

const command = fileURLToPath(new URL("../cli.ts", import.meta.url));

/** Runs the command to its end. */
async function run(args: string[], input = "") {
  const child = spawn(process.execPath, [command, ...args]);
  child.stdin.end(input);
  const ended = new Promise((resolve) => child.on("close", resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, error };
}

it("says what was checked of a proof on standard input, and what was not", async () => {
  const { code, out } = await run(["-"], JSON.stringify(await makeBundle({})));
  expect(out).toContain("✓ authorship: ");
  expect(out).toContain("– endorsement: No node was asked.");
  expect(out).toMatch(/\nNothing failed, but not everything could be checked.\n$/);
  expect(code).toBe(3);
});

it("ends with 1 when a check failed, and prints the report as JSON", async () => {
  const proof = await makeBundle({});
  proof.claim.words.endorsement = "Words!";
  const { code, out } = await run(["-", "--json"], JSON.stringify(proof));
  expect(JSON.parse(out)).toMatchObject({ verdict: "failed" });
  expect(code).toBe(1);
});

/** Answers requests by their path until the test ends. */
async function serve(answer: (path: string) => string | null) {
  const server = createServer(async (request, response) => {
    await buffer(request);
    const body = answer(request.url ?? "");
    response.writeHead(body === null ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { origin: `http://127.0.0.1:${address.port}`, [Symbol.asyncDispose]: close };
}

it("shows hidden characters of a proof", async () => {
  const proof = await makeBundle({});
  proof.claim.names.sender = "\u202eecila\u001b[2J.btc";
  await using node = await serve(() => '{"okay":true,"result":"0x09"}');
  const { out } = await run(["-", "--node", node.origin], JSON.stringify(proof));
  expect(out).toContain("U+202EecilaU+001B[2J.btc does not belong to");
  for (const hidden of ["\u202e", "\u001b"]) expect(out).not.toContain(hidden);
});

it("ends with 1 when a node answers that a name belongs to a number, bytes or a tuple", async () => {
  const proof = await makeBundle({});
  proof.claim.names.sender = "alice.btc";
  for (const value of [Cl.uint(1), Cl.bufferFromHex("00"), Cl.tuple({ a: Cl.int(1) })]) {
    const result = `0x${Cl.serialize(value)}`;
    await using node = await serve(() => JSON.stringify({ okay: true, result }));
    const { code, out } = await run(["-", "--json", "--node", node.origin], JSON.stringify(proof));
    expect(JSON.parse(out)).toMatchObject({ verdict: "failed" });
    expect(code).toBe(1);
  }
});

it("reads the proof of an endorsement from a service, and of any address", async () => {
  const proof = JSON.stringify(await makeBundle({}));
  await using service = await serve((path) => (path === "/api/proof/7" ? proof : null));
  const { origin } = service;
  expect(await run(["7", "--service", `${origin}/`])).toMatchObject({ code: 3 });
  for (const path of ["/api/proof/7", "/verify/7", "/endorsement/7"])
    expect(await run([origin + path])).toMatchObject({ code: 3 });
  expect(await run(["8", "--service", origin])).toMatchObject({
    code: 2,
    out: "",
    error: `${origin}/api/proof/8 answered 404.\n`,
  });
});

it.each([
  [["nowhere.json"], "There is no file nowhere.json."],
  [["12"], "There is no file 12. For an endorsement by its number, name its --service."],
  [["-"], "This holds no proof"],
  [["x", "--service", "http://127.0.0.1:1"], "x is not the number of an endorsement."],
  [["1", "--service", "http://127.0.0.1:1"], "did not answer"],
  [["-", "--node", "ftp://a"], "ftp://a is not an address."],
  [["--unknown"], "Unknown option '--unknown'"],
  [[], "Name one proof."],
])("ends with 2 and says why there is nothing to check: %j", async (args, words) => {
  const { code, out, error } = await run(args, "nonsense");
  expect(error).toContain(words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

it.each([
  [{ type: ["VerifiableCredential"], issuer: {} }, "This is a credential"],
  [{ name: "colonnade" }, "This is JSON, but no proof"],
  [null, "This is JSON, but no proof"],
])("ends with 2 for JSON that is not meant as a proof: %j", async (value, words) => {
  const { code, error } = await run(["-"], JSON.stringify(value));
  expect(error).toContain(words);
  expect(code).toBe(2);
});

it("ends with 1 for a proof of another version", async () => {
  const proof = { ...(await makeBundle({})), version: 2 };
  expect(await run(["-"], JSON.stringify(proof))).toMatchObject({ code: 1 });
});
