import { Cl, type ClarityValue } from "@stacks/transactions";
import { edit, organization, registration, submission } from "./arguments.ts";
import { deployer, ENDORSEMENT, type Outcome, startChain } from "./chain.ts";

/** The cost of a call and the limit of a block, in Clarity's five measures. */
type CallCost = {
  /** The function, with `token: ` in front if it is the token's. */
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
type CostMeasure = (typeof COST_MEASURES)[number];

const emoji = (count: number) => "\u{1f3db}".repeat(count);
const image = "i".repeat(256);
const statement = emoji(1024);
const organizationName = emoji(64);
const texts = { logo: image, description: emoji(2048), website: emoji(256) };
const words = { title: emoji(128), description: emoji(2048), image };
// As long as the first words but different, so that no comparison ends early.
const otherWords = { ...words, title: `${emoji(127)}\u{1f58b}` };

/** Makes the most expensive call of every public function on a new chain. */
export async function measureCosts(): Promise<CallCost[]> {
  const chain = await startChain({ trackCosts: true });
  const costs: CallCost[] = [];
  const note = (method: string, outcome: Outcome) => {
    if (outcome.costs === null || outcome.result.type !== "ok") {
      throw new Error(`${method} failed, or was not measured.`);
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
  // Also removes the former owner's profile, which costs more than a first registration.
  note("register-profile", register(bob, bobName));
  call(bob, "update-statement", Cl.stringUtf8(statement));
  call(bob, "update-profile-image-url", Cl.stringAscii(image));

  call(deployer, "add-watcher", Cl.principal(watcher));
  const [id, who] = [Cl.uint(1), (address: string) => Cl.principal(address)];
  const nine = Array.from({ length: 9 }, () => chain.newStranger());
  const ten = [...nine, alice];
  call(watcher, "watcher-new-organization", ...organization(bob, organizationName, ten, texts));
  // The last one of ten costs most to find.
  call(alice, "decline-representation", id);
  call(bob, "add-representative", id, who(alice));
  for (const member of nine) chain.call(member, "accept-representation", id);
  call(alice, "accept-representation", id);
  call(alice, "resign-representation", id);
  chain.call(bob, "add-representative", id, who(alice));
  call(bob, "remove-representative", id, who(alice));
  chain.call(bob, "add-representative", id, who(alice));
  chain.call(alice, "accept-representation", id);

  const submitted = submission(alice, bob, { words, org: organizationName });
  const suggest = (endorsement: number) =>
    chain.call(bob, "edit-endorsement", ...edit(endorsement, otherWords));
  call(alice, "submit-endorsement", ...submitted);
  suggest(1);
  call(alice, "edit-endorsement", ...edit(1, otherWords));
  chain.call(bob, "edit-endorsement", ...edit(1, words));
  call(bob, "approve-endorsement", id);
  call(bob, "display-status", id, Cl.bool(false));
  const reason = Cl.some(Cl.stringUtf8(emoji(256)));
  call(alice, "withdraw-endorsement", id, reason);
  call(bob, "discard-endorsement", id);
  chain.call(alice, "submit-endorsement", ...submitted);
  suggest(2);
  call(bob, "burn-endorsement", Cl.uint(2));
  const twenty = Array.from({ length: 20 }, (_, index) => {
    const sender = chain.newMember();
    chain.call(sender, "submit-endorsement", ...submission(sender, bob, { words }));
    suggest(3 + index);
    return Cl.uint(3 + index);
  });
  call(bob, "burn-endorsements", Cl.list(twenty));
  call(bob, "block-sender", who(alice));
  call(bob, "unblock-sender", who(alice));
  call(bob, "block-organization", id);
  call(bob, "unblock-organization", id);

  call(watcher, "watcher-replace-admin", id, who(alice));
  call(bob, "refuse-replacement", id);
  chain.call(watcher, "watcher-replace-admin", id, who(alice));
  call(bob, "propose-admin", id, who(alice));
  call(alice, "decline-admin", id);
  chain.call(watcher, "watcher-replace-admin", id, who(alice));
  chain.call(bob, "propose-admin", id, who(alice));
  call(alice, "accept-admin", id);
  call(alice, "close-organization", id);

  call(watcher, "watcher-remove-profile", who(alice));
  call(watcher, "watcher-restore-profile", who(alice));
  call(bob, "remove-profile");
  call(deployer, "remove-watcher", who(watcher));
  call(deployer, "propose-owner", who(bob));
  call(bob, "accept-owner");
  const token = (method: string, caller: string, ...args: ClarityValue[]) =>
    note(`token: ${method}`, chain.callContract(caller, ENDORSEMENT, method, ...args));
  token("set-base-uri", deployer, Cl.stringAscii("b".repeat(252)));
  token("propose-owner", deployer, who(bob));
  token("accept-owner", bob);
  return costs;
}
