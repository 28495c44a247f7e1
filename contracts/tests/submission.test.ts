import { Cl } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { err, print, submission, WORDS, type Words, wordFields } from "./arguments.ts";
import { deployer } from "./chain.ts";
import { organizationField, pendingMint, startPair } from "./endorsement.ts";

const { chain, newPair, read, pendingOwner } = await startPair();

let pair: ReturnType<typeof newPair>;
let alice: string;
let bob: string;
beforeEach(() => {
  pair = newPair();
  ({ alice, bob } = pair);
});

const nextId = () => {
  const last = chain.read("get-last-endorsement-id");
  return last.type === "uint" ? Number(last.value) + 1 : 0;
};

const submit = (sender: string, ...args: Parameters<typeof submission>) =>
  chain.call(sender, "submit-endorsement", ...submission(...args));

describe("submit-endorsement", () => {
  test("sends an endorsement for approval and prints it", () => {
    const id = nextId();
    const words = pair.digest();
    const outcome = submit(alice, alice, bob);
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(id)));
    expect(outcome.prints).toEqual([
      print("submit-endorsement", {
        id: Cl.uint(id),
        words: Cl.bufferFromHex(words),
        ...pair.people,
        ...wordFields(WORDS),
        "block-height": Cl.uint(1),
        org: Cl.none(),
      }),
    ]);
    expect(outcome.movements).toEqual([pendingMint(id, words, bob)]);
    expect(read(id)).toEqual(pair.expected(id));
    expect(pendingOwner(id, words)).toEqual(Cl.some(Cl.principal(bob)));
  });

  test("accepts the longest words, counted in code points, and hashes them as JavaScript does", () => {
    const longest = {
      title: "\u{1f3db}".repeat(128),
      description: "\u{1f3db}".repeat(2048),
      image: "i".repeat(256),
    };
    const id = chain.newEndorsement(alice, bob, longest);
    expect(read(id)).toEqual(pair.expected(id, { words: longest }));
  });

  test("lets the admin and a member send as the organization", () => {
    const admin = chain.newMember();
    const org = { id: chain.newOrganization(admin, "stonemasons", [alice]), name: "stonemasons" };
    for (const sender of [alice, admin]) {
      const id = nextId();
      const outcome = submit(sender, sender, bob, { org: "stonemasons" });
      expect(outcome.prints).toEqual([
        print("submit-endorsement", {
          id: Cl.uint(id),
          words: Cl.bufferFromHex(pair.digest({ sender, org })),
          sender: Cl.principal(sender),
          receiver: Cl.principal(bob),
          ...wordFields(WORDS),
          "block-height": Cl.uint(1),
          org: organizationField(org),
        }),
      ]);
      expect(read(id)).toEqual(pair.expected(id, { sender, org }));
    }
  });

  test("refuses an organization that does not exist (1200)", () => {
    expect(submit(alice, alice, bob, { org: "nowhere" }).result).toEqual(err(1200));
  });

  test("refuses a sender who does not represent the organization (1203)", () => {
    const admin = chain.newMember();
    const former = chain.newMember();
    const invited = chain.newMember();
    const org = Cl.uint(chain.newOrganization(admin, "carpenters", [former]));
    chain.call(admin, "add-representative", org, Cl.principal(invited));
    chain.call(former, "resign-representation", org);
    for (const sender of [alice, former, invited]) {
      expect(submit(sender, sender, bob, { org: "carpenters" }).result).toEqual(err(1203));
    }
  });

  test("refuses a closed organization (1206)", () => {
    const org = chain.newOrganization(alice, "closed-guild");
    chain.call(alice, "close-organization", Cl.uint(org));
    expect(submit(alice, alice, bob, { org: "closed-guild" }).result).toEqual(err(1206));
  });

  test("refuses a sender other than the caller (1301)", () => {
    for (const caller of [bob, deployer, chain.newMember()]) {
      expect(submit(caller, alice, bob).result).toEqual(err(1301));
    }
  });

  test("refuses to endorse oneself (1302)", () => {
    expect(submit(alice, alice, alice).result).toEqual(err(1302));
  });

  test("refuses a sender (1101) or a receiver (1303) without a profile", () => {
    const stranger = chain.newStranger();
    const bySender = submit(stranger, stranger, bob);
    const toReceiver = submit(alice, alice, stranger);
    expect([bySender.result, toReceiver.result]).toEqual([err(1101), err(1303)]);
  });

  test("accepts the height of its own block, not a later one (1304) or zero (1309)", () => {
    const send = (height: number) => submit(alice, alice, bob, { height }).result;
    expect(send(chain.nextHeight()).type).toBe("ok");
    expect(send(chain.nextHeight() + 1)).toEqual(err(1304));
    expect(send(0)).toEqual(err(1309));
  });

  test("refuses an empty title (1400), description (1401) and image (1402)", () => {
    const send = (blank: Partial<Words>) =>
      submit(alice, alice, bob, { words: { ...WORDS, ...blank } }).result;
    expect(send({ title: "" })).toEqual(err(1400));
    expect(send({ description: "" })).toEqual(err(1401));
    expect(send({ image: "" })).toEqual(err(1402));
  });
});

describe("the endorsements that wait", () => {
  const send = (org?: string) => submit(alice, alice, bob, { ...(org && { org }) }).result;
  const sendThree = (org?: string) =>
    [1, 2, 3].map(() => chain.newEndorsement(alice, bob, WORDS, org));

  test("are three of a sender for a receiver at most (1311)", () => {
    sendThree();
    expect(send()).toEqual(err(1311));
    expect(submit(alice, alice, chain.newMember()).result.type).toBe("ok");
    expect(submit(chain.newMember(), alice, bob).result).toEqual(err(1301));
    const other = chain.newMember();
    expect(submit(other, other, bob).result.type).toBe("ok");
  });

  test("are counted apart for each organization", () => {
    const names = ["tilers", "glaziers"];
    for (const name of names) chain.newOrganization(alice, name);
    sendThree();
    for (const name of names) {
      sendThree(name);
      expect(send(name)).toEqual(err(1311));
    }
  });

  test("leave room after an approval, a rejection and a withdrawal", () => {
    const [first = 0, second = 0, third = 0] = sendThree();
    chain.call(bob, "approve-endorsement", Cl.uint(first));
    expect([send().type, send()]).toEqual(["ok", err(1311)]);
    chain.call(bob, "burn-endorsement", Cl.uint(second));
    expect([send().type, send()]).toEqual(["ok", err(1311)]);
    chain.call(alice, "withdraw-endorsement", Cl.uint(third), Cl.none());
    expect([send().type, send()]).toEqual(["ok", err(1311)]);
    // Neither is pending, so neither makes room.
    chain.call(alice, "withdraw-endorsement", Cl.uint(first), Cl.none());
    chain.call(bob, "discard-endorsement", Cl.uint(first));
    expect(send()).toEqual(err(1311));
  });
});
