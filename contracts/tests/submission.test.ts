import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { err, print, submission, WORDS, type Words, wordFields } from "./arguments.ts";
import { deployer } from "./chain.ts";
import { startPair } from "./pair.ts";
import { pendingMint } from "./standing.ts";

const { chain, alice, bob, parties, stands, read, pendingOwner } = await startPair();

const nextId = () => {
  const last = chain.read("get-last-endorsement-id");
  return last.type === "uint" ? Number(last.value) + 1 : 0;
};

describe("submit-endorsement", () => {
  test("sends words to somebody for approval, and prints them", () => {
    const id = nextId();
    const outcome = chain.call(alice, "submit-endorsement", ...submission(alice, bob));
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(id)));
    expect(outcome.prints).toEqual([
      print("submit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(1),
        ...parties(),
        ...wordFields(WORDS),
        "block-height": Cl.uint(1),
        org: Cl.none(),
      }),
    ]);
    expect(outcome.movements).toEqual([pendingMint(id, 1, bob)]);
    expect(read(id)).toEqual(stands(id, {}));
    expect(pendingOwner(id, 1)).toEqual(Cl.some(Cl.principal(bob)));
  });

  test("takes the longest words that there may be, counted in code points", () => {
    const longest = {
      title: "\u{1f3db}".repeat(128),
      description: "\u{1f3db}".repeat(2048),
      image: "i".repeat(256),
    };
    const id = chain.newEndorsement(alice, bob, longest);
    expect(read(id)).toEqual(stands(id, { words: longest }));
  });

  test("may be sent as an organization by its representative", () => {
    const org = chain.newOrganization(chain.newStranger(), "stonemasons", [alice]);
    const id = nextId();
    const args = submission(alice, bob, { org: "stonemasons" });
    const outcome = chain.call(alice, "submit-endorsement", ...args);
    expect(outcome.prints).toEqual([
      print("submit-endorsement", {
        id: Cl.uint(id),
        revision: Cl.uint(1),
        ...parties(),
        ...wordFields(WORDS),
        "block-height": Cl.uint(1),
        org: Cl.some(Cl.tuple({ id: Cl.uint(org), name: Cl.stringUtf8("stonemasons") })),
      }),
    ]);
    expect(read(id)).toEqual(stands(id, { org: Cl.some(Cl.uint(org)) }));
  });

  test("refuses an organization that does not exist (1200)", () => {
    const args = submission(alice, bob, { org: "nowhere" });
    expect(chain.call(alice, "submit-endorsement", ...args).result).toEqual(err(1200));
  });

  test("refuses who does not represent the organization, its admin included (1203)", () => {
    const former = chain.newMember();
    const org = chain.newOrganization(alice, "carpenters", [former]);
    chain.call(alice, "remove-representative", Cl.uint(org), Cl.principal(former));
    for (const sender of [alice, former]) {
      const args = submission(sender, bob, { org: "carpenters" });
      expect(chain.call(sender, "submit-endorsement", ...args).result).toEqual(err(1203));
    }
  });

  test("refuses to send in the name of somebody else (1301)", () => {
    const args = submission(alice, bob);
    for (const caller of [bob, deployer, chain.newMember()]) {
      expect(chain.call(caller, "submit-endorsement", ...args).result).toEqual(err(1301));
    }
  });

  test("refuses to endorse oneself (1302)", () => {
    const args = submission(alice, alice);
    expect(chain.call(alice, "submit-endorsement", ...args).result).toEqual(err(1302));
  });

  test("needs a profile of the sender (1101) and one of the receiver (1303)", () => {
    const stranger = chain.newStranger();
    const bySender = chain.call(stranger, "submit-endorsement", ...submission(stranger, bob));
    const toReceiver = chain.call(alice, "submit-endorsement", ...submission(alice, stranger));
    expect([bySender.result, toReceiver.result]).toEqual([err(1101), err(1303)]);
  });

  test("may be dated by the block it stands in, not by a later one (1304)", () => {
    const now = submission(alice, bob, { height: chain.nextHeight() });
    expect(chain.call(alice, "submit-endorsement", ...now).result.type).toBe("ok");
    const later = submission(alice, bob, { height: chain.nextHeight() + 1 });
    expect(chain.call(alice, "submit-endorsement", ...later).result).toEqual(err(1304));
  });

  test("refuses an empty title (1400), description (1401) and image (1402)", () => {
    const send = (blank: Partial<Words>) =>
      chain.call(
        alice,
        "submit-endorsement",
        ...submission(alice, bob, { words: { ...WORDS, ...blank } }),
      ).result;
    expect(send({ title: "" })).toEqual(err(1400));
    expect(send({ description: "" })).toEqual(err(1401));
    expect(send({ image: "" })).toEqual(err(1402));
  });
});
