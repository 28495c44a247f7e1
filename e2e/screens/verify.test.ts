import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { type Devnet, startDevnet } from "../../apps/devnet/devnet.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { look } from "../stack/look.ts";
import { button, isHeaded, link, says, setUpScreens, text } from "./screens.ts";

const screens = setUpScreens();

const TITLE = "Found the bug everyone missed";
const find = () => findEndorsement(inject("stillOrigin"), TITLE);

/** Opens files as a person does who chooses them. */
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel("Proof and image").setInputFiles(files);

const jsonFile = (text: string) => [
  { name: "proof.json", mimeType: "application/json", buffer: Buffer.from(text) },
];

async function readProof(): Promise<string> {
  const response = await fetch(`${inject("stillOrigin")}/api/proof/${await find()}`);
  return response.text();
}

/** A row of the report. */
const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("leads from an endorsement to its check, and shows what each check compared", async () => {
  const { page } = await screens.open(`/home?endorsement=${await find()}`);
  await link(page.getByRole("dialog"), "Check it yourself").click();
  await isHeaded(page, "Not everything could be checked");
  await says(row(page, "Agreement of the nodes"), "Only one node was asked", "Not checked");
  await says(page.getByRole("article"), TITLE, "bob.btc", bob.address, "Approved");
  await says(row(page, "Image"), "The image is the one that the words name.");
  await page.getByRole("article").getByRole("img").waitFor();
  await look(page, "verify", { everywhere: true });
  await text(row(page, "Owner of the token"), "Show me").click();
  await says(
    row(page, "Owner of the token"),
    "Ask it yourself",
    "curl '",
    "The answer, with status 200",
  );
  await text(row(page, "Receiver's consent"), "Show me").click();
  await says(row(page, "Receiver's consent"), "What was compared");
  await look(page, "verify-shown");
});

test("says how to begin a check, and takes an address or a file", async () => {
  const id = await find();
  const { page } = await screens.open("/verify");
  await says(page, "Open a proof");
  await look(page, "verify-empty", { everywhere: true });
  const address = page.getByLabel("Or its address");
  await address.fill("12");
  await button(page, "Open").click();
  await says(page, "Expected an address that begins with https://");
  await address.fill(`${inject("stillOrigin")}/verify/${id}`);
  await button(page, "Open").click();
  await isHeaded(page, "Not everything could be checked");
  await address.fill(`${inject("stillOrigin")}/endorsement/${id}/`);
  await button(page, "Open").click();
  await isHeaded(page, "Not everything could be checked");
  await says(page, "The contract and the nodes were proposed by");
  await page.goto("/verify");
  await choose(page, jsonFile(await readProof()));
  await isHeaded(page, "Not everything could be checked");
  await says(page, "open its file together with the proof");
});

test("says why there is nothing to check", async () => {
  const person = await screens.prepare();
  const { page } = person;
  person.excused.push("/api/proof/999999");
  await page.goto("/verify/999999");
  await says(page, "There is no proof at this address.");
  await look(page, "verify-missing", { bothThemes: true });
  await choose(page, jsonFile("no proof"));
  await says(page, "This file holds no proof, as it is not JSON.");
  await choose(page, jsonFile('{"version":2,"claim":{}}'));
  await isHeaded(page, "Not proved");
  await says(page, "This is not a version 1 proof.");
  await choose(page, jsonFile('{"version":2}'));
  await says(page, "This is JSON, but no proof of an endorsement.");
  await choose(page, jsonFile('{"type":["VerifiableCredential"],"issuer":"x"}'));
  await says(page, "This is a credential, which only its issuer signed.");
  await choose(page, jsonFile('{"version":2,"claim":{}}'));
  await isHeaded(page, "Not proved");
  await look(page, "verify-no-proof");
});

test("refuses a proof of which one word is another", async () => {
  const { page } = await screens.open("/verify");
  const proof = await readProof();
  await choose(page, jsonFile(proof.replaceAll(TITLE, TITLE.replace("everyone", "nobody"))));
  await isHeaded(page, "Not proved");
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Author, failed/ })
    .waitFor();
  await look(page, "verify-failed", { bothThemes: true });
});

test("says which node answers nonsense, and what is wrong with what is typed", async () => {
  const { page } = await screens.prepare();
  const gate = Promise.withResolvers<void>();
  await page.route(
    ({ origin }) => origin === inject("stillNodeUrl"),
    async (route) => {
      await gate.promise;
      await route.continue();
    },
  );
  await page.goto(`/verify/${await find()}`);
  await says(page, "Asking the nodes");
  await look(page, "verify-asking");
  gate.resolve();
  await isHeaded(page, "Not everything could be checked");
  const nodes = page.getByLabel("Nodes to ask");
  await nodes.fill("node.example");
  await page.getByLabel("Contract").fill("colonnade");
  await button(page, "Check again").click();
  await says(
    page,
    "node.example is not an address that begins with https://",
    "Expected an address, a dot and the contract's name",
  );
  await look(page, "verify-typed");
  // The verdict of another proof must not stay while this one is not checked.
  await choose(page, jsonFile(await readProof()));
  await says(page, "Nothing was checked: correct whom you trust first.");
  const verdict = page.getByRole("heading", { name: "Not everything could be checked" });
  expect(await verdict.count()).toBe(0);
  await nodes.fill(inject("stillNodeUrl"));
  await page.getByLabel("Contract").fill("");
  await choose(page, jsonFile(await readProof()));
  await verdict.waitFor();
  await nodes.fill("https://node.example");
  await says(page, "This is the verdict from before you changed whom you trust.");
  await page.route("https://node.example/**", (route) =>
    route.fulfill({ json: {}, headers: { "access-control-allow-origin": "*" } }),
  );
  await nodes.fill(`${inject("stillNodeUrl")}\nhttps://node.example`);
  await page.getByLabel("Contract").fill("");
  await button(page, "Check again").click();
  await says(row(page, "Agreement of the nodes"), "Not every node answered");
  await says(row(page, "Contracts"), "Is that the one you know?");
  await says(row(page, "Owner of the token").last(), "is not in the expected form.");
  await look(page, "verify-nonsense");
});

test("proves it from a disk, with the service stopped, on two nodes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-verify-"));
  const devnets: Devnet[] = [];
  try {
    const { page } = await screens.open(`/verify/${await find()}`);
    await isHeaded(page, "Not everything could be checked");
    const save = async (name: string, file: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        link(page, name).click(),
      ]);
      await download.saveAs(join(folder, file));
    };
    await save("Save this page as a file", "verify.html");
    await save("Save this proof", "proof.json");
    const id = await find();
    const load = async (type: string) =>
      (await page.request.get(`/api/badge/${id}.${type}`)).body();
    const badges = [
      { name: "badge.png", mimeType: "image/png", buffer: await load("png") },
      { name: "badge.svg", mimeType: "image/svg+xml", buffer: await load("svg") },
      { name: "badge.pdf", mimeType: "application/pdf", buffer: await load("pdf") },
    ];
    const contract = await page.getByLabel("Contract").inputValue();
    await page.close();

    for (const name of ["first", "second"]) {
      const dataFolder = join(folder, name);
      await cp(join(inject("stillSettings").dataFolder, "devnet"), join(dataFolder, "devnet"), {
        recursive: true,
      });
      devnets.push(await startDevnet({ dataFolder, blockMs: "manual" }));
    }
    const alone = await screens.prepare();
    // The service is gone: nothing of it can be reached.
    await alone.page.route(
      ({ origin }) => origin === inject("stillOrigin"),
      (route) => route.abort(),
    );
    const stranger = alone.page;
    await stranger.goto(pathToFileURL(join(folder, "verify.html")).href);
    await stranger.getByLabel("Nodes to ask").fill(devnets.map(({ url }) => url).join("\n"));
    expect(await stranger.getByLabel("Contract").inputValue()).toBe(contract);
    const proof = await readFile(join(folder, "proof.json"), "utf8");
    await choose(stranger, jsonFile(proof));
    await isHeaded(stranger, "Proved");
    await says(row(stranger, "Agreement of the nodes"), "2 nodes say the same.");
    await look(stranger, "verify-file", { bothThemes: true });
    for (const badge of badges) {
      await choose(stranger, jsonFile(proof.replaceAll(TITLE, `${TITLE}!`)));
      await isHeaded(stranger, "Not proved");
      await choose(stranger, [badge]);
      await isHeaded(stranger, "Proved");
      await says(stranger, "The badge's picture may show something else.");
    }
  } finally {
    await Promise.all(devnets.map((devnet) => devnet.close()));
    await rm(folder, { recursive: true });
  }
});
