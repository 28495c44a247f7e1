import { Cl, type ClarityValue } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, print, registration, submission } from "./arguments.ts";
import { deployer } from "./chain.ts";
import { startPair } from "./endorsement.ts";

const { chain, newPair } = await startPair();

let alice: string;
let bob: string;
beforeEach(() => {
  ({ alice, bob } = newPair());
});

const isSuspended = (who: string) => chain.read("is-suspended", Cl.principal(who));

describe("watcher-remove-profile", () => {
  test.each(["with", "without"])("suspends a principal %s a profile, which goes", (having) => {
    const watcher = chain.newWatcher();
    const abuser = having === "with" ? alice : chain.newStranger();
    const outcome = chain.call(watcher, "watcher-remove-profile", Cl.principal(abuser));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("watcher-remove-profile", {
        principal: Cl.principal(abuser),
        watcher: Cl.principal(watcher),
      }),
    ]);
    expect(chain.read("get-profile", Cl.principal(abuser))).toEqual(Cl.none());
    expect(isSuspended(abuser)).toEqual(Cl.bool(true));
  });

  test("refuses everybody but a watcher, even the owner and the principal itself (1001)", () => {
    for (const caller of [deployer, alice, chain.newStranger()]) {
      const outcome = chain.call(caller, "watcher-remove-profile", Cl.principal(alice));
      expect(outcome.result).toEqual(err(1001));
    }
  });

  test("refuses a principal who is suspended already (1005)", () => {
    chain.suspend(alice);
    const again = chain.call(chain.newWatcher(), "watcher-remove-profile", Cl.principal(alice));
    expect(again.result).toEqual(err(1005));
  });
});

describe("watcher-restore-profile", () => {
  test("ends a suspension and does not bring the profile back", () => {
    chain.suspend(alice);
    const watcher = chain.newWatcher();
    const outcome = chain.call(watcher, "watcher-restore-profile", Cl.principal(alice));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("watcher-restore-profile", {
        principal: Cl.principal(alice),
        watcher: Cl.principal(watcher),
      }),
    ]);
    expect(isSuspended(alice)).toEqual(Cl.bool(false));
    expect(chain.read("get-profile", Cl.principal(alice))).toEqual(Cl.none());
    chain.register(`restored-${alice}`.slice(0, 48).toLowerCase(), alice);
  });

  test("refuses everybody but a watcher (1001), and a person who is not suspended (1006)", () => {
    const notSuspended = chain.call(
      chain.newWatcher(),
      "watcher-restore-profile",
      Cl.principal(alice),
    );
    expect(notSuspended.result).toEqual(err(1006));
    chain.suspend(alice);
    for (const caller of [deployer, alice, bob]) {
      const outcome = chain.call(caller, "watcher-restore-profile", Cl.principal(alice));
      expect(outcome.result).toEqual(err(1001));
    }
  });
});

describe("somebody suspended", () => {
  test("cannot register, send or change words (1004)", () => {
    chain.giveName("forbidden", alice);
    const sent = chain.newEndorsement(alice, bob);
    const received = chain.newEndorsement(bob, alice);
    chain.suspend(alice);
    const results = [
      chain.call(alice, "register-profile", ...registration("forbidden")),
      chain.call(alice, "submit-endorsement", ...submission(alice, bob)),
      chain.call(alice, "edit-endorsement", ...edit(sent, OTHER_WORDS)),
      chain.call(alice, "edit-endorsement", ...edit(received, OTHER_WORDS)),
      chain.call(alice, "approve-endorsement", Cl.uint(received)),
    ].map(({ result }) => result);
    expect(results).toEqual(results.map(() => err(1004)));
  });

  test("cannot invite, remove, accept a role, propose an admin or close (1004)", () => {
    const own = Cl.uint(chain.newOrganization(alice, `own-${alice}`, [bob]));
    const other = Cl.uint(chain.newOrganization(bob, `other-${bob}`));
    chain.call(bob, "add-representative", other, Cl.principal(alice));
    chain.call(bob, "propose-admin", other, Cl.principal(alice));
    chain.suspend(alice);
    const results = [
      chain.call(alice, "add-representative", own, Cl.principal(chain.newStranger())),
      chain.call(alice, "remove-representative", own, Cl.principal(bob)),
      chain.call(alice, "propose-admin", own, Cl.principal(bob)),
      chain.call(alice, "accept-representation", other),
      chain.call(alice, "accept-admin", other),
      chain.call(alice, "close-organization", own),
    ].map(({ result }) => result);
    expect(results).toEqual(results.map(() => err(1004)));
  });

  test("can decline, resign and refuse a replacement", () => {
    const own = Cl.uint(chain.newOrganization(alice, `own-${alice}`, [bob]));
    const joined = Cl.uint(chain.newOrganization(bob, `joined-${bob}`, [alice]));
    const invited = Cl.uint(chain.newOrganization(bob, `invited-${bob}`));
    chain.call(bob, "add-representative", invited, Cl.principal(alice));
    chain.call(chain.newWatcher(), "watcher-replace-admin", own, Cl.principal(bob));
    chain.suspend(alice);
    const results = [
      chain.call(alice, "refuse-replacement", own),
      chain.call(alice, "decline-representation", invited),
      chain.call(alice, "resign-representation", joined),
    ].map(({ result }) => result);
    expect(results).toEqual(results.map(() => OK));
  });

  test("has organizations that a watcher can close", () => {
    const own = Cl.uint(chain.newOrganization(alice, `own-${alice}`));
    chain.suspend(alice);
    expect(chain.call(chain.newWatcher(), "close-organization", own).result).toEqual(OK);
  });

  test("can withdraw without a reason, but not with one (1004)", () => {
    const pending = chain.newEndorsement(alice, bob);
    const approved = chain.newEndorsement(alice, bob);
    chain.call(bob, "approve-endorsement", Cl.uint(approved));
    chain.suspend(alice);
    const reason = Cl.some(Cl.stringUtf8("Words that nobody approved"));
    for (const id of [pending, approved]) {
      const withdraw = (argument: ClarityValue) =>
        chain.call(alice, "withdraw-endorsement", Cl.uint(id), argument).result;
      expect(withdraw(reason)).toEqual(err(1004));
      expect(withdraw(Cl.none())).toEqual(OK);
    }
  });

  test("can reject, withdraw, discard, hide and block", () => {
    const sent = chain.newEndorsement(alice, bob);
    const received = chain.newEndorsement(bob, alice);
    const earned = chain.newEndorsement(bob, alice);
    chain.call(alice, "approve-endorsement", Cl.uint(earned));
    chain.suspend(alice);
    const results = [
      chain.call(alice, "burn-endorsement", Cl.uint(received)),
      chain.call(alice, "withdraw-endorsement", Cl.uint(sent), Cl.none()),
      chain.call(alice, "display-status", Cl.uint(earned), Cl.bool(false)),
      chain.call(alice, "discard-endorsement", Cl.uint(earned)),
      chain.call(alice, "block-sender", Cl.principal(bob)),
      chain.call(alice, "unblock-sender", Cl.principal(bob)),
    ].map(({ result }) => result);
    expect(results).toEqual(results.map(() => OK));
  });

  test("has sent nothing that can be approved, until a watcher restores them (1312)", () => {
    const id = chain.newEndorsement(alice, bob);
    const approve = () => chain.call(bob, "approve-endorsement", Cl.uint(id)).result;
    chain.suspend(alice);
    expect(approve()).toEqual(err(1312));
    chain.call(chain.newWatcher(), "watcher-restore-profile", Cl.principal(alice));
    expect(approve()).toEqual(OK);
  });

  test("leaves approved endorsements with their receivers", () => {
    const id = chain.newEndorsement(alice, bob);
    chain.call(bob, "approve-endorsement", Cl.uint(id));
    chain.suspend(alice);
    const shown = chain.call(bob, "display-status", Cl.uint(id), Cl.bool(false));
    expect(shown.result).toEqual(OK);
  });

  test("cannot receive anything (1303)", () => {
    chain.suspend(bob);
    const outcome = chain.call(alice, "submit-endorsement", ...submission(alice, bob));
    expect(outcome.result).toEqual(err(1303));
  });
});
