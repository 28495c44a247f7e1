import { Cl } from "@stacks/transactions";
import { beforeAll, expect, test } from "vitest";
import { err, OK, print, WORDS } from "./arguments.ts";
import { BNS, type Chain, PROTOCOL, startChain, TOKEN_ASSET } from "./chain.ts";
import { digestOf, pendingBurn } from "./endorsement.ts";

// A contract that forwards calls. For the protocol the contract is the actor, not its caller.
const walletSource = `
(define-public (join (label (buff 48)))
  (contract-call? '${PROTOCOL} register-profile 0x627463 label none "ipfs://wallet"))
(define-public (leave)
  (contract-call? '${PROTOCOL} remove-profile))
(define-public (endorse (sender principal) (receiver principal))
  (contract-call? '${PROTOCOL} submit-endorsement
    sender receiver u"Title" u1 u"Words" "ipfs://image" none))
(define-public (approve (id uint))
  (contract-call? '${PROTOCOL} approve-endorsement id))
(define-public (burn (id uint))
  (contract-call? '${PROTOCOL} burn-endorsement id))
(define-public (watch (watcher principal))
  (contract-call? '${PROTOCOL} add-watcher watcher))
`;

let chain: Chain;
let wallet: string;
beforeAll(async () => {
  chain = await startChain();
  wallet = chain.deploy("smart-wallet", walletSource);
});

test("a contract can own a profile, be endorsed, approve and hold the token", () => {
  const anybody = chain.newStranger();
  chain.giveName("wallet", wallet);
  const label = Cl.bufferFromUtf8("wallet");
  const joined = chain.callContract(anybody, wallet, "join", label);
  expect(joined.result).toEqual(OK);
  expect(joined.prints).toEqual([
    print("register-profile", {
      principal: Cl.principal(wallet),
      bns: Cl.bufferFromUtf8("btc"),
      "bns-name": label,
      statement: Cl.none(),
      image: Cl.stringAscii("ipfs://wallet"),
    }),
  ]);

  const sender = chain.newMember();
  const id = chain.newEndorsement(sender, wallet);
  const approved = chain.callContract(anybody, wallet, "approve", Cl.uint(id));
  expect(approved.movements).toEqual([
    pendingBurn(id, digestOf({ sender, receiver: wallet, words: WORDS }), wallet),
    { asset: TOKEN_ASSET, id: Cl.uint(id), to: wallet },
  ]);
});

test("a contract cannot act for the person who calls it", () => {
  const alice = chain.newMember();
  const bob = chain.newMember();
  const middleman = chain.deploy("middleman", walletSource);
  const id = chain.newEndorsement(alice, bob);
  const named = chain.newStranger();
  chain.giveName("named", named);
  const results = [
    chain.callContract(named, middleman, "join", Cl.bufferFromUtf8("named")),
    chain.callContract(alice, middleman, "leave"),
    chain.callContract(alice, middleman, "endorse", Cl.principal(alice), Cl.principal(bob)),
    chain.callContract(bob, middleman, "approve", Cl.uint(id)),
    chain.callContract(bob, middleman, "burn", Cl.uint(id)),
    chain.callContract(ownerOf(PROTOCOL), middleman, "watch", Cl.principal(alice)),
  ].map(({ result }) => result);
  expect(results).toEqual([err(1103), err(1101), err(1301), err(1306), err(1306), err(1000)]);
});

test("a contract that is an organization's admin is named in what it prints", () => {
  const admin = chain.deploy(
    "admin-contract",
    `(define-public (invite (org uint) (who principal))
      (contract-call? '${PROTOCOL} add-representative org who))`,
  );
  const org = Cl.uint(chain.newOrganization(admin, "contracts"));
  const guest = Cl.principal(chain.newStranger());
  const invited = chain.callContract(chain.newStranger(), admin, "invite", org, guest);
  expect(invited.prints).toEqual([
    print("add-representative", { id: org, representative: guest, by: Cl.principal(admin) }),
  ]);
});

test("a contract blocks for itself, not for the person who calls it", () => {
  const blocker = chain.deploy(
    "blocker",
    `(define-public (block (sender principal))
      (contract-call? '${PROTOCOL} block-sender sender))`,
  );
  const [alice, bob] = [chain.newMember(), chain.newMember()];
  chain.callContract(bob, blocker, "block", Cl.principal(alice));
  const isBlocked = (receiver: string) =>
    chain.read("is-sender-blocked", Cl.principal(receiver), Cl.principal(alice));
  expect([isBlocked(bob), isBlocked(blocker)]).toEqual([Cl.bool(false), Cl.bool(true)]);
});

test("a contract cannot act for the deployer of the BNS stand-in", () => {
  const giver = chain.deploy(
    "giver",
    `(define-public (give (to principal))
      (contract-call? '${BNS} give-name 0x676976656e 0x627463 to))`,
  );
  const bnsOwner = ownerOf(BNS);
  const outcome = chain.callContract(bnsOwner, giver, "give", Cl.principal(bnsOwner));
  expect(outcome.result).toEqual(err(102));
});

function ownerOf(contractId: string): string {
  return contractId.slice(0, contractId.indexOf("."));
}
