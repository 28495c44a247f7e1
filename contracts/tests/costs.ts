import { Cl } from "@stacks/transactions";
import { edit, organization, registration, submission } from "./arguments.ts";
import { deployer, ENDORSEMENT, type Outcome, startChain } from "./chain.ts";

/** What a block may cost in total, and what a call did, in Clarity's five measures. */
export type CallCost = {
  /** The function, with the contract in front where it is not the protocol's. */
  method: string;
  cost: Record<CostMeasure, number>;
  limit: Record<CostMeasure, number>;
};

export const COST_MEASURES = [
  "runtime",
  "readCount",
  "readLength",
  "writeCount",
  "writeLength",
] as const;
export type CostMeasure = (typeof COST_MEASURES)[number];

const emoji = (count: number) => "\u{1f3db}".repeat(count);
const image = "i".repeat(256);
const statement = emoji(1024);
const organizationName = emoji(64);
const texts = { logo: image, description: emoji(2048), website: emoji(256) };
const words = { title: emoji(128), description: emoji(2048), image };
// As long as the first words and unlike them, so that nothing is cheap.
const otherWords = { ...words, title: `${emoji(127)}\u{1f58b}` };

/** Makes the costliest call of every public function, one after the other on a chain of its own. */
export async function measureCosts(): Promise<CallCost[]> {
  const chain = await startChain(true);
  const costs: CallCost[] = [];
  const note = (method: string, outcome: Outcome) => {
    if (outcome.costs === null || outcome.result.type !== "ok") {
      throw new Error(`${method} was to succeed and to be measured.`);
    }
    const { total: cost, limit } = outcome.costs;
    costs.push({ method, cost, limit });
  };
  const call = (...[sender, method, ...args]: Parameters<typeof chain.call>) =>
    note(method, chain.call(sender, method, ...args));

  const [watcher, alice, bob, heir] = [
    chain.newStranger(),
    chain.newStranger(),
    chain.newStranger(),
    chain.newStranger(),
  ];
  const [aliceName, bobName] = ["a".repeat(48), "b".repeat(48)];
  chain.giveName(aliceName, alice);
  chain.giveName(bobName, heir);
  const register = (who: string, label: string) =>
    chain.call(who, "register-profile", ...registration(label, statement, image));
  register(alice, aliceName);
  register(heir, bobName);
  chain.transferName(bobName, bob);
  // Takes the profile of the former holder away, which costs more than a first registration.
  note("register-profile", register(bob, bobName));
  call(bob, "update-statement", Cl.stringUtf8(statement));
  call(bob, "update-profile-image-url", Cl.stringAscii(image));

  call(deployer, "add-watcher", Cl.principal(watcher));
  const nine = Array.from({ length: 8 }, () => chain.newStranger()).concat(alice);
  const ten = [chain.newStranger(), ...nine];
  const admitted = organization(bob, organizationName, ten, texts);
  call(watcher, "watcher-new-organization", ...admitted);
  call(bob, "remove-representative", Cl.uint(1), Cl.principal(ten[0] ?? alice));
  call(bob, "add-representative", Cl.uint(1), Cl.principal(bob));

  const submitted = submission(alice, bob, { words, org: organizationName });
  call(alice, "submit-endorsement", ...submitted);
  chain.call(alice, "edit-endorsement", ...edit(1, otherWords));
  // Settles the draft before, which costs more than a first edit.
  call(alice, "edit-endorsement", ...edit(1, words));
  call(bob, "approve-endorsement", Cl.uint(1));
  call(bob, "display-status", Cl.uint(1), Cl.bool(false));
  chain.call(alice, "submit-endorsement", ...submitted);
  call(bob, "burn-endorsement", Cl.uint(2));

  call(watcher, "watcher-remove-profile", Cl.principal(alice));
  call(bob, "remove-profile");
  call(deployer, "remove-watcher", Cl.principal(watcher));
  call(deployer, "set-owner", Cl.principal(deployer));
  const base = Cl.stringAscii("b".repeat(252));
  note("token: set-base-uri", chain.callContract(deployer, ENDORSEMENT, "set-base-uri", base));
  const owner = Cl.principal(deployer);
  note("token: set-owner", chain.callContract(deployer, ENDORSEMENT, "set-owner", owner));
  return costs;
}
