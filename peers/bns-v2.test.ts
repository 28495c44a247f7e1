import { err, OK, print, registration } from "@colonnade/contracts/tests/arguments.ts";
import { expectOk } from "@colonnade/contracts/tests/chain.ts";
import { Cl } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { GRACE, type RealNames, startRealNames, text } from "./bns-v2.ts";
import { peersFolder } from "./folder.ts";

/** Burn blocks that a name in the namespace `btc` of these tests lives. */
const LIFETIME = 100;

describe.skipIf(peersFolder === undefined).each(["mainnet", "testnet"] as const)(
  "Our contracts on the real BNS-V2, at its principal on %s",
  (network) => {
    let names: RealNames;
    beforeAll(async () => {
      names = await startRealNames(network);
      names.launch("btc", { lifetime: LIFETIME });
    });

    const register = (label: string, caller: string) =>
      names.chain.call(caller, "register-profile", ...registration(label));
    const holderOf = (label: string) => {
      const profile = names.chain.read("get-profile-by-name", text("btc"), text(label));
      if (profile.type !== "some") return null;
      const fields = profile.value.type === "tuple" ? profile.value.value : {};
      return fields.principal;
    };
    const primaryOf = (owner: string) => names.read("get-primary", Cl.principal(owner));
    const newMember = (label: string) => {
      const owner = names.newPerson();
      const id = names.claim(label, "btc", owner);
      expectOk(register(label, owner));
      return { owner, id };
    };
    const moved = (former: string) =>
      print("remove-profile", {
        principal: Cl.principal(former),
        reason: Cl.stringAscii("name-moved"),
      });

    test("makes a profile under a name that was claimed in one call", () => {
      const alice = names.newPerson();
      expect(register("alice", alice).result).toEqual(err(1102));
      names.claim("alice", "btc", alice);
      expect(register("alice", names.newPerson()).result).toEqual(err(1103));
      expect(register("alice", alice).result).toEqual(OK);
      expect(holderOf("alice")).toEqual(Cl.principal(alice));
    });

    test("makes a profile under a name that was preordered and registered", () => {
      const bob = names.newPerson();
      names.preorder("bob", "btc", bob);
      expect(register("bob", bob).result).toEqual(err(1102));
      expectOk(names.register("bob", "btc", bob));
      expect(register("bob", bob).result).toEqual(OK);
    });

    test("moves a name from its profile to the owner of an older preorder", () => {
      const first = names.newPerson();
      names.preorder("contested", "btc", first);
      const { owner: second } = newMember("contested");
      expectOk(names.register("contested", "btc", first));
      expect(register("contested", first).prints[0]).toEqual(moved(second));
      expect(holderOf("contested")).toEqual(Cl.principal(first));
    });

    test("takes an imported name only after its namespace is launched", () => {
      const owner = names.newPerson();
      const importer = names.importName("new", "early", owner, LIFETIME);
      const [, ...rest] = registration("early");
      const inNew = () => names.chain.call(owner, "register-profile", text("new"), ...rest);
      expect(inNew().result).toEqual(err(1102));
      expectOk(names.write(importer, "namespace-launch", text("new")));
      expect(inNew().result).toEqual(OK);
      names.chain.call(owner, "remove-profile");
      names.waitUntil(names.renewalOf("early", "new"));
      expect(inNew().result).toEqual(err(1104));
    });

    test("keeps a profile after its name was transferred, until the new owner makes one", () => {
      const { owner: former, id } = newMember("sold");
      const next = names.newPerson();
      expectOk(names.transfer(id, former, next));
      // BNS-V2 clears the former owner's primary name, and gives the new owner one who had none.
      expect(primaryOf(former)).toEqual(err(131));
      expect(primaryOf(next)).toEqual(
        Cl.ok(Cl.some(Cl.tuple({ name: text("sold"), namespace: text("btc") }))),
      );
      expect(holderOf("sold")).toEqual(Cl.principal(former));

      const { result, prints } = register("sold", next);
      expect(result).toEqual(OK);
      expect(prints[0]).toEqual(moved(former));
      expect(holderOf("sold")).toEqual(Cl.principal(next));
      expect(names.chain.read("get-profile", Cl.principal(former))).toEqual(Cl.none());
      expect(register("sold", former).result).toEqual(err(1103));
    });

    test("lets a former owner go on under another name, which is not their primary one", () => {
      const { owner: former, id } = newMember("first");
      names.claim("second", "btc", former);
      const next = names.newPerson();
      expectOk(names.transfer(id, former, next));
      expectOk(register("first", next));
      expect(primaryOf(former)).toEqual(err(131));
      expect(register("second", former).result).toEqual(OK);
      expect(holderOf("second")).toEqual(Cl.principal(former));
    });

    test("moves a name from its profile to the buyer on BNS-V2's market", () => {
      const { owner: seller, id } = newMember("listed");
      const commission = `'${names.bns.split(".")[0]}.commission-trait.commission`;
      const free = names.chain.deploy(
        "free-of-commission",
        `(impl-trait ${commission})
         (define-public (pay (id uint) (price uint)) (ok true))`,
      );
      const [address = "", name = ""] = free.split(".");
      const trait = Cl.contractPrincipal(address, name);
      expectOk(names.write(seller, "list-in-ustx", id, Cl.uint(1000), trait));
      const buyer = names.newPerson();
      expectOk(names.write(buyer, "buy-in-ustx", id, trait));
      expect(register("listed", seller).result).toEqual(err(1103));
      expect(register("listed", buyer).prints[0]).toEqual(moved(seller));
    });

    test("refuses an expired name until its owner renews it, and keeps the profile meanwhile", () => {
      const { owner } = newMember("late");
      const stranger = names.newPerson();
      const renewal = names.renewalOf("late", "btc");
      names.waitUntil(renewal - 1);
      expectOk(names.chain.call(owner, "remove-profile"));
      expectOk(register("late", owner));
      names.waitUntil(renewal);
      expect(holderOf("late")).toEqual(Cl.principal(owner));
      expectOk(names.chain.call(owner, "remove-profile"));
      expect(register("late", owner).result).toEqual(err(1104));

      names.waitUntil(renewal + GRACE - 1);
      expect(names.renew("late", "btc", stranger).result).toEqual(err(102));
      expectOk(names.renew("late", "btc", owner));
      expect(register("late", owner).result).toEqual(OK);
    });

    test("keeps what was endorsed and represented under a name that another took over", () => {
      const { chain } = names;
      const { owner: former } = newMember("lapsed");
      const { owner: friend } = newMember("friend");
      const { owner: admin } = newMember("guildmaster");
      const org = chain.newOrganization(admin, "guildmaster.btc", [former]);
      const words = (title: string) => ({ title, description: title, image: "ipfs://arch" });
      const earned = chain.newEndorsement(friend, former, words("Earned"));
      expectOk(chain.call(former, "approve-endorsement", Cl.uint(earned)));
      const waiting = chain.newEndorsement(friend, former, words("Waiting"));
      const issued = chain.newEndorsement(former, friend, words("Issued"), "guildmaster.btc");

      names.waitUntil(names.renewalOf("lapsed", "btc") + GRACE);
      const taker = names.newPerson();
      expectOk(names.renew("lapsed", "btc", taker));
      expect(holderOf("lapsed")).toEqual(Cl.principal(former));
      // Until the taker makes a profile, the former owner still acts under the name.
      const late = chain.newEndorsement(former, friend, words("Late"));
      expect(register("lapsed", taker).prints[0]).toEqual(moved(former));

      // Everything belongs to a principal, and nothing to the name.
      expect(chain.read("is-representative", Cl.uint(org), Cl.principal(former))).toEqual(
        Cl.bool(true),
      );
      expect(chain.read("is-representative", Cl.uint(org), Cl.principal(taker))).toEqual(
        Cl.bool(false),
      );
      expect(chain.call(taker, "approve-endorsement", Cl.uint(waiting)).result).toEqual(err(1306));
      expectOk(chain.call(former, "approve-endorsement", Cl.uint(waiting)));
      expectOk(chain.call(friend, "approve-endorsement", Cl.uint(issued)));
      expectOk(chain.call(friend, "approve-endorsement", Cl.uint(late)));
      for (const [id, receiver] of [
        [earned, former],
        [waiting, former],
        [issued, friend],
        [late, friend],
      ] as const) {
        expect(chain.read("get-endorsement", Cl.uint(id))).toMatchObject({
          value: {
            value: { status: Cl.stringAscii("approved"), receiver: Cl.principal(receiver) },
          },
        });
      }
      // Without a profile nothing new can be sent or received.
      const again = () => chain.newEndorsement(former, friend, words("Again"));
      expect(again).toThrow("u1101");
      expect(() => chain.newEndorsement(friend, former, words("Again"))).toThrow("u1303");
    });

    test("follows a name that its namespace's manager burned and gave to another", () => {
      const manager = names.newPerson();
      names.launch("club", { lifetime: LIFETIME, manager });
      const [member, next] = [names.newPerson(), names.newPerson()];
      const give = (owner: string) =>
        expectOk(
          names.write(manager, "name-claim-fast", text("seat"), text("club"), Cl.principal(owner)),
        );
      const id = give(member);
      const [, ...rest] = registration("seat");
      const join = (who: string) =>
        names.chain.call(who, "register-profile", text("club"), ...rest);
      // A managed name never expires.
      names.waitUntil(names.chain.simnet.burnBlockHeight + LIFETIME + 1);
      expect(join(member).result).toEqual(OK);

      expectOk(names.write(manager, "mng-burn", id));
      expect(names.chain.read("get-profile", Cl.principal(member)).type).toBe("some");
      expect(join(next).result).toEqual(err(1102));
      give(next);
      expect(join(next).prints[0]).toEqual(moved(member));
    });
  },
);
