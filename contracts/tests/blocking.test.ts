import { Cl, type ClarityValue } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, organization, print, submission, WORDS } from "./arguments.ts";
import type { Outcome } from "./chain.ts";
import { startPair } from "./endorsement.ts";

const { chain, newPair } = await startPair();

let alice: string;
let bob: string;
let guilds = 0;
beforeEach(() => {
  ({ alice, bob } = newPair());
  guilds += 1;
});

const newGuild = (members: string[]) => {
  const name = `guild-${guilds}`;
  return { name, id: chain.newOrganization(chain.newMember(), name, members) };
};
const submit = (sender: string, org?: string) =>
  chain.call(sender, "submit-endorsement", ...submission(sender, bob, { ...(org && { org }) }))
    .result;
const change = (editor: string, id: number) =>
  chain.call(editor, "edit-endorsement", ...edit(id, OTHER_WORDS)).result;
/** Whom a founding prints as invited, and whom an organization has invited. */
const invitedIn = ({ prints: [printed] }: Outcome) => fieldOf(printed, "invited");
const invitedBy = (name: string) => {
  const found = chain.read("get-organization-by-name", Cl.stringUtf8(name));
  return fieldOf(found.type === "some" ? found.value : undefined, "invited");
};
const fieldOf = (value: ClarityValue | undefined, name: string) =>
  value?.type === "tuple" ? value.value[name] : undefined;
const isBlocked = (by: string, sender: string) =>
  chain.read("is-sender-blocked", Cl.principal(by), Cl.principal(sender));

describe("block-sender", () => {
  const block = () => chain.call(bob, "block-sender", Cl.principal(alice));
  const unblock = () => chain.call(bob, "unblock-sender", Cl.principal(alice));

  test("refuses the sender's submissions and edits, for organizations too (1310)", () => {
    const guild = newGuild([alice]);
    const own = chain.newEndorsement(alice, bob);
    const sentAs = chain.newEndorsement(alice, bob, WORDS, guild.name);
    const outcome = block();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("block-sender", { principal: Cl.principal(bob), sender: Cl.principal(alice) }),
    ]);
    expect(isBlocked(bob, alice)).toEqual(Cl.bool(true));
    const results = [
      submit(alice),
      submit(alice, guild.name),
      change(alice, own),
      change(alice, sentAs),
    ];
    expect(results).toEqual(results.map(() => err(1310)));
  });

  test("refuses the sender's invitations and proposals as an admin (1310)", () => {
    const id = Cl.uint(chain.newOrganization(alice, `guild-${guilds}`));
    const ask = () =>
      ["add-representative", "propose-admin"].map(
        (method) => chain.call(alice, method, id, Cl.principal(bob)).result,
      );
    block();
    expect(ask()).toEqual([err(1310), err(1310)]);
    unblock();
    expect(ask()).toEqual([OK, OK]);
  });

  test("leaves the receiver out of a founding whose admin is the sender", () => {
    const carol = chain.newMember();
    const found = (name: string) => {
      const args = organization(alice, name, [bob, carol]);
      return chain.call(chain.newWatcher(), "watcher-new-organization", ...args);
    };
    block();
    const founded = found(`guild-${guilds}`);
    expect(founded.result.type).toBe("ok");
    expect(invitedIn(founded)).toEqual(Cl.list([Cl.principal(carol)]));
    expect(invitedBy(`guild-${guilds}`)).toEqual(invitedIn(founded));
    unblock();
    expect(invitedIn(found(`guild-${guilds}-unblocked`))).toEqual(
      Cl.list([Cl.principal(bob), Cl.principal(carol)]),
    );
  });

  test("concerns nobody else, and leaves the receiver free to suggest and approve", () => {
    const id = chain.newEndorsement(alice, bob);
    const carol = chain.newMember();
    block();
    expect(submit(carol).type).toBe("ok");
    expect(isBlocked(alice, bob)).toEqual(Cl.bool(false));
    const toCarol = chain.call(alice, "submit-endorsement", ...submission(alice, carol));
    expect(toCarol.result.type).toBe("ok");
    expect(change(bob, id)).toEqual(OK);
    expect(chain.call(bob, "approve-endorsement", Cl.uint(id)).result).toEqual(OK);
  });

  test("is undone by unblock-sender", () => {
    block();
    const outcome = unblock();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("unblock-sender", { principal: Cl.principal(bob), sender: Cl.principal(alice) }),
    ]);
    expect(submit(alice).type).toBe("ok");
  });

  test("refuses a second time (1315), and unblock-sender without a block (1316)", () => {
    expect(unblock().result).toEqual(err(1316));
    block();
    expect(block().result).toEqual(err(1315));
  });
});

describe("block-organization", () => {
  const call = (method: string, id: number) => chain.call(bob, method, Cl.uint(id));

  test("refuses submissions and edits in the organization's name, from all its members (1310)", () => {
    const carol = chain.newMember();
    const guild = newGuild([alice, carol]);
    const id = chain.newEndorsement(alice, bob, WORDS, guild.name);
    const outcome = call("block-organization", guild.id);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("block-organization", { principal: Cl.principal(bob), id: Cl.uint(guild.id) }),
    ]);
    const blocked = chain.read("is-organization-blocked", Cl.principal(bob), Cl.uint(guild.id));
    expect(blocked).toEqual(Cl.bool(true));
    expect([submit(alice, guild.name), submit(carol, guild.name), change(alice, id)]).toEqual([
      err(1310),
      err(1310),
      err(1310),
    ]);
    expect(submit(alice).type).toBe("ok");
  });

  test("refuses invitations and proposals by the organization, but not an admin's own (1310)", () => {
    const id = Cl.uint(chain.newOrganization(alice, `guild-${guilds}`));
    const invite = () => chain.call(alice, "add-representative", id, Cl.principal(bob)).result;
    const propose = (who: string) =>
      chain.call(alice, "propose-admin", id, Cl.principal(who)).result;
    chain.call(bob, "block-organization", id);
    chain.call(alice, "block-organization", id);
    expect([invite(), propose(bob), propose(alice)]).toEqual([err(1310), err(1310), OK]);
    chain.call(bob, "unblock-organization", id);
    expect([invite(), propose(bob)]).toEqual([OK, OK]);
  });

  test("is undone by unblock-organization", () => {
    const guild = newGuild([alice]);
    call("block-organization", guild.id);
    const outcome = call("unblock-organization", guild.id);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("unblock-organization", { principal: Cl.principal(bob), id: Cl.uint(guild.id) }),
    ]);
    expect(submit(alice, guild.name).type).toBe("ok");
  });

  test("refuses a second time (1315), and unblock-organization without a block (1316)", () => {
    const guild = newGuild([alice]);
    expect(call("unblock-organization", guild.id).result).toEqual(err(1316));
    call("block-organization", guild.id);
    expect(call("block-organization", guild.id).result).toEqual(err(1315));
  });

  test("refuses an organization that does not exist (1200)", () => {
    expect(call("block-organization", 9999).result).toEqual(err(1200));
  });
});
