import { Cl } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { err, OK, print, registration } from "./arguments.ts";
import { BNS, bnsDeployer, type Chain, startChain } from "./chain.ts";

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

const nameKey = (label: string) => [Cl.bufferFromUtf8("btc"), Cl.bufferFromUtf8(label)];

const profileFields = (label: string, statement?: string, image = `ipfs://${label}`) => ({
  bns: Cl.bufferFromUtf8("btc"),
  "bns-name": Cl.bufferFromUtf8(label),
  statement: statement === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(statement)),
  image: Cl.stringAscii(image),
});

const movedPrint = (former: string) =>
  print("remove-profile", {
    principal: Cl.principal(former),
    reason: Cl.stringAscii("name-moved"),
  });

describe("register-profile", () => {
  test("makes a profile under a name that the caller owns, and prints it", () => {
    const alice = chain.newStranger();
    chain.giveName("alice", alice);
    const outcome = chain.call(
      alice,
      "register-profile",
      ...registration("alice", "I build arches \u{1f3db}", "ipfs://portrait"),
    );
    const fields = profileFields("alice", "I build arches \u{1f3db}", "ipfs://portrait");
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("register-profile", { principal: Cl.principal(alice), ...fields }),
    ]);
    expect(chain.read("get-profile", Cl.principal(alice))).toEqual(Cl.some(Cl.tuple(fields)));
    expect(chain.read("get-profile-by-name", ...nameKey("alice"))).toEqual(
      Cl.some(Cl.tuple({ ...fields, principal: Cl.principal(alice) })),
    );
  });

  test("needs no statement", () => {
    const quiet = chain.newStranger();
    chain.giveName("quiet", quiet);
    const outcome = chain.call(quiet, "register-profile", ...registration("quiet"));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("register-profile", { principal: Cl.principal(quiet), ...profileFields("quiet") }),
    ]);
  });

  test("distinguishes the same name in two namespaces", () => {
    const namespaces = ["stx", "btc"].map((namespace) => Cl.bufferFromUtf8(namespace));
    const label = Cl.bufferFromUtf8("twin");
    for (const bns of namespaces) {
      const twin = chain.newStranger();
      chain.callContract(bnsDeployer, BNS, "give-name", label, bns, Cl.principal(twin));
      const [, ...rest] = registration("twin");
      expect(chain.call(twin, "register-profile", bns, ...rest).result).toEqual(OK);
      expect(chain.read("get-profile-by-name", bns, label)).toEqual(
        Cl.some(Cl.tuple({ ...profileFields("twin"), bns, principal: Cl.principal(twin) })),
      );
    }
  });

  test("refuses a second profile for a principal, even under another name of theirs (1100)", () => {
    const greedy = chain.newStranger();
    chain.register("greedy", greedy);
    chain.giveName("greedier", greedy);
    const again = chain.call(greedy, "register-profile", ...registration("greedy"));
    const other = chain.call(greedy, "register-profile", ...registration("greedier"));
    expect([again.result, other.result]).toEqual([err(1100), err(1100)]);
    expect(chain.read("get-profile-by-name", ...nameKey("greedier"))).toEqual(Cl.none());
  });

  test("refuses a name that nobody owns (1102)", () => {
    const outcome = chain.call(chain.newStranger(), "register-profile", ...registration("nobodys"));
    expect(outcome.result).toEqual(err(1102));
  });

  test("refuses somebody else's name, with or without a profile (1103)", () => {
    const owner = chain.newStranger();
    chain.giveName("owned", owner);
    const impostor = chain.newStranger();
    const before = chain.call(impostor, "register-profile", ...registration("owned"));
    chain.call(owner, "register-profile", ...registration("owned"));
    const after = chain.call(impostor, "register-profile", ...registration("owned"));
    expect([before.result, after.result]).toEqual([err(1103), err(1103)]);
  });

  test("refuses a name from the burn height of its renewal (1104)", () => {
    const late = chain.newStranger();
    chain.giveName("late", late);
    chain.expireName("late", chain.simnet.burnBlockHeight);
    const expired = chain.call(late, "register-profile", ...registration("late"));
    chain.expireName("late", chain.simnet.burnBlockHeight + 1);
    const renewed = chain.call(late, "register-profile", ...registration("late"));
    expect([expired.result, renewed.result]).toEqual([err(1104), OK]);
  });

  test("refuses an empty image (1402)", () => {
    const faceless = chain.newStranger();
    chain.giveName("faceless", faceless);
    const outcome = chain.call(
      faceless,
      "register-profile",
      ...registration("faceless", undefined, ""),
    );
    expect(outcome.result).toEqual(err(1402));
  });

  test("registers a name's new owner and removes the former owner's profile", () => {
    const former = chain.newStranger();
    const next = chain.newStranger();
    chain.register("sold", former);
    chain.transferName("sold", next);
    const outcome = chain.call(next, "register-profile", ...registration("sold"));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      movedPrint(former),
      print("register-profile", { principal: Cl.principal(next), ...profileFields("sold") }),
    ]);
    expect(chain.read("get-profile", Cl.principal(former))).toEqual(Cl.none());
    expect(chain.read("get-profile-by-name", ...nameKey("sold"))).toEqual(
      Cl.some(Cl.tuple({ ...profileFields("sold"), principal: Cl.principal(next) })),
    );
  });

  test("lets the former owner register again under another name", () => {
    const former = chain.newStranger();
    const next = chain.newStranger();
    chain.register("parted", former);
    chain.transferName("parted", next);
    chain.call(next, "register-profile", ...registration("parted"));
    chain.giveName("fresh-start", former);
    const outcome = chain.call(former, "register-profile", ...registration("fresh-start"));
    expect(outcome.result).toEqual(OK);
  });

  test("lets a name's new owner register after the former owner removed the profile", () => {
    const former = chain.newStranger();
    const next = chain.newStranger();
    chain.register("left", former);
    chain.call(former, "remove-profile");
    chain.transferName("left", next);
    const outcome = chain.call(next, "register-profile", ...registration("left"));
    expect(outcome.prints).toEqual([
      print("register-profile", { principal: Cl.principal(next), ...profileFields("left") }),
    ]);
  });
});

describe("remove-profile", () => {
  test("removes the caller's own profile and frees the name", () => {
    const leaver = chain.newStranger();
    chain.register("leaver", leaver);
    const outcome = chain.call(leaver, "remove-profile");
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("remove-profile", {
        principal: Cl.principal(leaver),
        reason: Cl.stringAscii("owner"),
      }),
    ]);
    expect(chain.read("get-profile", Cl.principal(leaver))).toEqual(Cl.none());
    expect(chain.read("get-profile-by-name", ...nameKey("leaver"))).toEqual(Cl.none());
    expect(chain.call(leaver, "register-profile", ...registration("leaver")).result).toEqual(OK);
  });

  test("refuses a caller without one (1101)", () => {
    expect(chain.call(chain.newStranger(), "remove-profile").result).toEqual(err(1101));
  });
});

describe("update-statement", () => {
  test("changes the caller's statement, even to an empty one", () => {
    const author = chain.newStranger();
    chain.register("author", author);
    for (const statement of ["Better words", ""]) {
      const outcome = chain.call(author, "update-statement", Cl.stringUtf8(statement));
      expect(outcome.result).toEqual(OK);
      expect(outcome.prints).toEqual([
        print("update-statement", {
          principal: Cl.principal(author),
          statement: Cl.stringUtf8(statement),
        }),
      ]);
      expect(chain.read("get-profile", Cl.principal(author))).toEqual(
        Cl.some(Cl.tuple(profileFields("author", statement))),
      );
    }
  });

  test("refuses a caller without a profile (1101)", () => {
    const outcome = chain.call(chain.newStranger(), "update-statement", Cl.stringUtf8("Hello"));
    expect(outcome.result).toEqual(err(1101));
  });
});

describe("update-profile-image-url", () => {
  test("changes the image of the caller's profile", () => {
    const sitter = chain.newStranger();
    chain.register("sitter", sitter);
    const outcome = chain.call(sitter, "update-profile-image-url", Cl.stringAscii("ipfs://new"));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("update-profile-image-url", {
        principal: Cl.principal(sitter),
        image: Cl.stringAscii("ipfs://new"),
      }),
    ]);
    expect(chain.read("get-profile", Cl.principal(sitter))).toEqual(
      Cl.some(Cl.tuple(profileFields("sitter", undefined, "ipfs://new"))),
    );
  });

  test("refuses an empty image (1402)", () => {
    const outcome = chain.call(chain.newMember(), "update-profile-image-url", Cl.stringAscii(""));
    expect(outcome.result).toEqual(err(1402));
  });

  test("refuses a caller without a profile (1101)", () => {
    const outcome = chain.call(
      chain.newStranger(),
      "update-profile-image-url",
      Cl.stringAscii("ipfs://new"),
    );
    expect(outcome.result).toEqual(err(1101));
  });
});
