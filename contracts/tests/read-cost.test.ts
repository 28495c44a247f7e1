import { Cl, type ClarityValue } from "@stacks/transactions";
import { beforeAll, expect, test } from "vitest";
import { edit, organization, registration, submission } from "./arguments.ts";
import { type Chain, deployer, ENDORSEMENT, expectOk, PROTOCOL, startChain } from "./chain.ts";

/** What stacks-core grants a read-only call, if its operator sets nothing else. */
const GRANTED = { runtime: 1_000_000_000, readCount: 30, readLength: 100_000 };

const emoji = (count: number) => "\u{1f3db}".repeat(count);
const image = "i".repeat(256);
const words = { title: emoji(128), description: emoji(2048), image };
const name = emoji(64);
const digest = Cl.buffer(new Uint8Array(32));

let chain: Chain;
/** The arguments of every read-only function, for which it reads most. */
let reads: Record<string, ClarityValue[]>;

beforeAll(async () => {
  chain = await startChain({ trackCosts: true });
  const [alice, bob] = [chain.newStranger(), chain.newStranger()];
  for (const [who, label] of [
    [alice, "a".repeat(48)],
    [bob, "b".repeat(48)],
  ] as const) {
    chain.giveName(label, who);
    expectOk(chain.call(who, "register-profile", ...registration(label, emoji(1024), image)));
  }
  const ten = Array.from({ length: 10 }, () => chain.newStranger());
  const texts = { logo: image, description: emoji(2048), website: emoji(256) };
  const watcher = chain.newWatcher();
  const id = Cl.uint(1);
  const who = Cl.principal(alice);
  expectOk(
    chain.call(watcher, "watcher-new-organization", ...organization(alice, name, ten, texts)),
  );
  expectOk(chain.call(alice, "propose-admin", id, Cl.principal(bob)));
  expectOk(chain.call(watcher, "watcher-replace-admin", id, Cl.principal(bob)));
  expectOk(
    chain.call(alice, "submit-endorsement", ...submission(alice, bob, { words, org: name })),
  );
  const other = { ...words, title: `${emoji(127)}\u{1f58b}` };
  expectOk(chain.call(bob, "edit-endorsement", ...edit(1, other)));
  const label = [Cl.bufferFromUtf8("btc"), Cl.bufferFromUtf8("a".repeat(48))];
  const whole = Cl.tuple({
    sender: who,
    org: Cl.some(Cl.stringUtf8(name)),
    title: Cl.stringUtf8(words.title),
    date: id,
    description: Cl.stringUtf8(words.description),
    image: Cl.stringAscii(image),
  });
  reads = {
    "get-contract-owner": [],
    "is-watcher": [who],
    "is-suspended": [who],
    "get-profile": [who],
    "get-profile-by-name": label,
    "get-last-organization-id": [],
    "get-organization": [id],
    "get-organization-by-name": [Cl.stringUtf8(name)],
    "is-representative": [id, Cl.principal(bob)],
    "get-last-endorsement-id": [],
    "get-endorsement": [id],
    "get-pending-owner": [id, digest],
    "is-sender-blocked": [who, who],
    "is-organization-blocked": [who, id],
    "hash-words": [whole],
    "get-last-token-id": [],
    "get-token-uri": [id],
    "get-owner": [id],
  };
});

test.each([PROTOCOL, ENDORSEMENT])(
  "a node answers every read-only function of %s within what it grants",
  (contract) => {
    const methods = chain.simnet
      .getContractsInterfaces()
      .get(contract)
      ?.functions.filter(({ access }) => access === "read_only");
    expect(methods?.length).toBeGreaterThan(0);
    for (const { name: method } of methods ?? []) {
      const args = reads[method];
      expect([method, args === undefined]).toEqual([method, false]);
      const { costs } = chain.simnet.callReadOnlyFn(contract, method, args ?? [], deployer);
      const { runtime, readCount, readLength } = costs?.total ?? {};
      expect([method, runtime]).toEqual([method, expect.any(Number)]);
      expect(runtime).toBeLessThan(GRANTED.runtime);
      expect(readCount).toBeLessThanOrEqual(GRANTED.readCount);
      expect(readLength).toBeLessThan(GRANTED.readLength);
    }
  },
);
