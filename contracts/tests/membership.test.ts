import { Cl } from "@stacks/transactions";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { err, OK, organization, print } from "./arguments.ts";
import { type Chain, deployer, startChain } from "./chain.ts";

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

let organizations = 0;
let admin: string;
let member: string;
let org: number;
beforeEach(() => {
  organizations += 1;
  [admin, member] = [chain.newStranger(), chain.newStranger()];
  org = chain.newOrganization(admin, `guild-${organizations}`, [member]);
});

const invite = (who: string, caller = admin) =>
  chain.call(caller, "add-representative", Cl.uint(org), Cl.principal(who));
const remove = (who: string, caller = admin) =>
  chain.call(caller, "remove-representative", Cl.uint(org), Cl.principal(who));
const answer = (verb: "accept" | "decline" | "resign", who: string, id = org) =>
  chain.call(who, `${verb}-representation`, Cl.uint(id));

const fields = (who: string) => ({ id: Cl.uint(org), representative: Cl.principal(who) });
const printed = (topic: string, who: string) => print(topic, fields(who));
const printedByAdmin = (topic: string, who: string) =>
  print(topic, { ...fields(who), by: Cl.principal(admin) });

function seats(): { members: string[]; invited: string[] } {
  const found = chain.read("get-organization", Cl.uint(org));
  if (found.type !== "some" || found.value.type !== "tuple") throw new Error("It is not there.");
  const { members, invited } = found.value.value;
  return { members: addresses(members), invited: addresses(invited) };
}

function addresses(list: ReturnType<typeof Cl.uint> | { type: string } | undefined): string[] {
  if (list?.type !== "list" || !("value" in list) || !Array.isArray(list.value)) return [];
  return list.value.map(({ value }) => String(value));
}

test("an invitation makes a member once it is accepted", () => {
  const guest = chain.newStranger();
  const invited = invite(guest);
  expect([invited.result, invited.prints]).toEqual([
    OK,
    [printedByAdmin("add-representative", guest)],
  ]);
  expect(seats()).toEqual({ members: [member], invited: [guest] });
  const accepted = answer("accept", guest);
  expect([accepted.result, accepted.prints]).toEqual([
    OK,
    [printed("accept-representation", guest)],
  ]);
  expect(seats()).toEqual({ members: [member, guest], invited: [] });
});

test("the founding invites, and makes nobody but the admin a member", () => {
  const guest = chain.newStranger();
  const args = organization(admin, `founded-${organizations}`, [guest]);
  chain.call(chain.newWatcher(), "watcher-new-organization", ...args);
  org += 1;
  expect(seats()).toEqual({ members: [], invited: [guest] });
  expect(answer("accept", guest).result).toEqual(OK);
  expect(seats()).toEqual({ members: [guest], invited: [] });
});

test("decline-representation ends an invitation", () => {
  const guest = chain.newStranger();
  invite(guest);
  const declined = answer("decline", guest);
  expect([declined.result, declined.prints]).toEqual([
    OK,
    [printed("decline-representation", guest)],
  ]);
  expect(seats()).toEqual({ members: [member], invited: [] });
});

test("resign-representation ends a membership", () => {
  const resigned = answer("resign", member);
  expect([resigned.result, resigned.prints]).toEqual([
    OK,
    [printed("resign-representation", member)],
  ]);
  expect(seats()).toEqual({ members: [], invited: [] });
});

test("remove-representative ends a membership, or takes an invitation back", () => {
  const guest = chain.newStranger();
  invite(guest);
  for (const who of [guest, member]) {
    const removed = remove(who);
    expect([removed.result, removed.prints]).toEqual([
      OK,
      [printedByAdmin("remove-representative", who)],
    ]);
  }
  expect(seats()).toEqual({ members: [], invited: [] });
  expect(answer("accept", guest).result).toEqual(err(1207));
});

test("keeps the order of the others when one leaves", () => {
  const others = [chain.newStranger(), chain.newStranger()];
  for (const other of others) {
    invite(other);
    answer("accept", other);
  }
  answer("resign", others[0] ?? member);
  expect(seats().members).toEqual([member, others[1]]);
});

describe("an invitation", () => {
  test("is accepted and declined by the invited alone (1207)", () => {
    invite(chain.newStranger());
    for (const caller of [admin, member, deployer, chain.newWatcher(), chain.newStranger()]) {
      const answers = [answer("accept", caller).result, answer("decline", caller).result];
      expect(answers).toEqual([err(1207), err(1207)]);
    }
  });

  test("cannot be answered twice (1207)", () => {
    const guest = chain.newStranger();
    invite(guest);
    answer("accept", guest);
    expect([answer("accept", guest).result, answer("decline", guest).result]).toEqual([
      err(1207),
      err(1207),
    ]);
  });

  test("is refused for the admin, a member and an invited one (1204)", () => {
    const guest = chain.newStranger();
    invite(guest);
    for (const who of [admin, member, guest]) expect(invite(who).result).toEqual(err(1204));
  });

  test("is refused when members and invitations are ten, so that each can be accepted (1205)", () => {
    const guests = Array.from({ length: 9 }, () => chain.newStranger());
    for (const guest of guests) expect(invite(guest).result).toEqual(OK);
    expect(invite(chain.newStranger()).result).toEqual(err(1205));
    for (const guest of guests) expect(answer("accept", guest).result).toEqual(OK);
    expect(invite(chain.newStranger()).result).toEqual(err(1205));
    answer("resign", member);
    expect(invite(chain.newStranger()).result).toEqual(OK);
  });
});

test("only the admin invites and removes (1202)", () => {
  const neighbour = chain.newStranger();
  chain.newOrganization(neighbour, `neighbour-${organizations}`);
  const guest = chain.newStranger();
  invite(guest);
  for (const caller of [deployer, chain.newWatcher(), member, guest, neighbour]) {
    expect(invite(chain.newStranger(), caller).result).toEqual(err(1202));
    expect(remove(member, caller).result).toEqual(err(1202));
  }
});

test("refuses to remove somebody who is neither a member nor invited (1203)", () => {
  answer("resign", member);
  for (const who of [member, admin, chain.newStranger()]) {
    expect(remove(who).result).toEqual(err(1203));
  }
});

test("refuses the resignation of the admin (1208) and of anybody who is no member (1203)", () => {
  const guest = chain.newStranger();
  invite(guest);
  expect(answer("resign", admin).result).toEqual(err(1208));
  for (const caller of [guest, deployer, chain.newWatcher(), chain.newStranger()]) {
    expect(answer("resign", caller).result).toEqual(err(1203));
  }
});

test("refuses an organization that does not exist (1200)", () => {
  for (const verb of ["accept", "decline", "resign"] as const) {
    expect(answer(verb, member, 9999).result).toEqual(err(1200));
  }
  org = 9999;
  expect([invite(member).result, remove(member).result]).toEqual([err(1200), err(1200)]);
});

test("lets a member resign from a closed organization", () => {
  chain.call(admin, "close-organization", Cl.uint(org));
  expect(answer("resign", member).result).toEqual(OK);
});
