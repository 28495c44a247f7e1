import {
  BNS,
  bnsDeployer,
  type Chain,
  expectOk,
  type Outcome,
  startChain,
} from "@colonnade/contracts/tests/chain.ts";
import { Cl, type ClarityValue, cvToString } from "@stacks/transactions";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type RealNames, startRealNames, text } from "./bns-v2.ts";
import { peersFolder } from "./folder.ts";

let real: RealNames;
let standIn: Chain;

/** Names of `btc` expire, names of `stx` do not. */
const namespaces = ["btc", "stx"];

interface Label {
  name: string;
  namespace: string;
}

const bytesOf = ({ name, namespace }: Label) => [text(name), text(namespace)] as const;

const write = (method: string, ...args: ClarityValue[]) =>
  standIn.callContract(bnsDeployer, BNS, method, ...args);

/**
 * What a call prints, and the names it moves. Nothing of ours reads `properties`, so the stand-in does not print them.
 */
const effectsOf = ({ result, prints, movements }: Outcome) => ({
  result,
  movements: movements.filter(({ asset }) => asset === `${BNS}::BNS-V2`),
  prints: prints.map((value) => {
    if (value.type !== "tuple") return value;
    const { properties, ...rest } = value.value;
    return Cl.tuple(rest);
  }),
});

/** Gives the stand-in the time of expiry that the real contract set. */
function copyRenewal(label: Label): void {
  const renewal = Cl.uint(real.renewalOf(label.name, label.namespace));
  expectOk(write("expire-name", ...bytesOf(label), renewal));
}

/** Reads the same from both. @returns what both answer */
function compare(method: string, ...args: ClarityValue[]): ClarityValue {
  const theirs = real.read(method, ...args);
  expect(cvToString(standIn.readContract(BNS, method, ...args)), method).toBe(cvToString(theirs));
  return theirs;
}

function compareName(label: Label): void {
  const [name, namespace] = bytesOf(label);
  compare("get-owner-name", name, namespace);
  compare("can-resolve-name", namespace, name);
  const id = compare("get-id-from-bns", name, namespace);
  const known = id.type === "some" ? id.value : Cl.uint(1_000_000);
  compare("get-bns-from-id", known);
  compare("get-owner", known);
}

function comparePerson(who: string): void {
  compare("get-primary", Cl.principal(who));
  compare("get-primary-name", Cl.principal(who));
}

/** A name's owner and id; null if nobody owns it. */
function find(label: Label) {
  const id = real.read("get-id-from-bns", ...bytesOf(label));
  const owner = real.read("get-owner-name", ...bytesOf(label));
  if (id.type !== "some" || owner.type !== "ok" || owner.value.type !== "some") return null;
  return { id: id.value, owner: cvToString(owner.value.value) };
}

const acts = {
  claim(label: Label, who: string) {
    const isFree = find(label) === null;
    const args = [...bytesOf(label), Cl.principal(who)];
    const theirs = real.write(who, "name-claim-fast", ...args);
    expect(effectsOf(write("give-name", ...args))).toEqual(effectsOf(theirs));
    // A name that was just claimed cannot be transferred yet.
    real.chain.simnet.mineEmptyBurnBlocks(2);
    if (isFree) copyRenewal(label);
  },
  transfer(label: Label, who: string) {
    const found = find(label);
    if (found === null || found.owner === who) return;
    const theirs = real.transfer(found.id, found.owner, who);
    const ours = write("transfer-name", ...bytesOf(label), Cl.principal(who));
    expect(effectsOf(ours)).toEqual(effectsOf(theirs));
  },
  renew(label: Label) {
    const found = find(label);
    if (found === null || label.namespace !== "btc") return;
    expectOk(real.renew(label.name, label.namespace, found.owner));
    copyRenewal(label);
  },
};

const people = fc.nat({ max: 3 });
const labels = fc.record({
  name: fc.constantFrom("a-1", "b_2"),
  namespace: fc.constantFrom(...namespaces),
});
const games = fc.array(
  fc.tuple(fc.constantFrom<keyof typeof acts>("claim", "transfer", "renew"), labels, people),
  { minLength: 4, maxLength: 14 },
);

describe.skipIf(peersFolder === undefined)("The devnet's stand-in for BNS-V2", () => {
  beforeAll(async () => {
    real = await startRealNames("mainnet");
    standIn = await startChain();
    real.launch("btc", { lifetime: 100_000 });
    real.launch("stx", { lifetime: 0 });
  });

  test("answers, prints and moves what the real one does", () => {
    let game = 0;
    fc.assert(
      fc.property(games, (sequence) => {
        game += 1;
        const all = Array.from({ length: 4 }, real.newPerson);
        // Each game has names of its own.
        const rename = ({ name, namespace }: Label) => ({ name: `${name}-${game}`, namespace });
        for (const [act, label, place] of sequence) {
          acts[act](rename(label), all[place] ?? "");
          compare("get-last-token-id");
          for (const who of all) comparePerson(who);
          compareName(rename(label));
        }
        for (const [, label] of sequence) compareName(rename(label));
      }),
      { numRuns: 12 },
    );
  });

  test("refuses to move a name that nobody owns, as the real one does", () => {
    const someone = real.newPerson();
    const theirs = real.transfer(Cl.uint(1_000_000), someone, someone);
    const ours = write("transfer-name", text("void"), text("btc"), Cl.principal(someone));
    expect(ours.result).toEqual(theirs.result);
  });
});
