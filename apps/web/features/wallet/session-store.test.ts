import { beforeEach, describe, expect, it, vi } from "vitest";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const bob = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const txId = `0x${"ab".repeat(32)}`;
const token = { assetIdentifier: `${bob}.colonnade-endorsement-alpha::endorsement`, id: 7 };

/** What a browser remembers; the store is loaded anew over it, as by a reload. */
async function reload() {
  vi.resetModules();
  return (await import("./session-store.ts")).useSession;
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

describe("who is connected", () => {
  it("is nobody at first", async () => {
    const session = await reload();
    expect(session.getState()).toMatchObject({
      authenticated: false,
      senderAddress: null,
      pendingProfileCreation: false,
      pendingProfileCreationTxId: undefined,
    });
  });

  it("is restored on load, with holdings, milestones and a registration on its way", async () => {
    const before = (await reload()).getState();
    before.signIn(alice);
    before.addHolding(token);
    before.addHolding(token);
    before.setColumnMilestones([{ id: 3, approved: false }]);
    before.startProfileCreation(alice, txId);
    expect(localStorage.getItem("principal")).toBe(alice);
    expect((await reload()).getState()).toMatchObject({
      authenticated: true,
      senderAddress: alice,
      walletHoldings: [token],
      columnMilestones: [{ id: 3, approved: false }],
      pendingProfileCreation: true,
      pendingProfileCreationTxId: txId,
      registrationFailure: null,
    });
  });

  it("is forgotten with all that goes with it on signing out", async () => {
    const session = await reload();
    session.getState().signIn(alice);
    session.getState().addHolding(token);
    session.getState().startProfileCreation(alice, txId);
    session.getState().signOut();
    for (const key of [
      "principal",
      "nftHoldings",
      "pendingAccountCreation",
      "blockstack-session",
    ]) {
      expect(localStorage.getItem(key)).toBeNull();
    }
    expect(session.getState()).toMatchObject({
      authenticated: false,
      senderAddress: null,
      walletHoldings: [],
      pendingProfileCreation: false,
    });
  });

  it("remembers that a registration failed, until it is put aside", async () => {
    (await reload()).getState().signIn(alice);
    const session = await reload();
    session.getState().startProfileCreation(alice, txId);
    session.getState().failProfileCreation("It was dropped.");
    const again = await reload();
    expect(again.getState()).toMatchObject({
      pendingProfileCreation: false,
      registrationFailure: "It was dropped.",
    });
    again.getState().endProfileCreation();
    expect((await reload()).getState().registrationFailure).toBeNull();
  });

  it("keeps a registration with the address that sent it, whoever is connected by then", async () => {
    const session = await reload();
    session.getState().signIn(bob);
    session.getState().startProfileCreation(alice, txId);
    expect(session.getState().pendingProfileCreation).toBe(false);
    session.getState().signIn(alice);
    expect(session.getState()).toMatchObject({
      pendingProfileCreation: true,
      pendingProfileCreationTxId: txId,
    });
  });

  it("takes nothing over from another wallet", async () => {
    const session = await reload();
    session.getState().signIn(alice);
    session.getState().addHolding(token);
    session.getState().startProfileCreation(alice, txId);
    session.getState().signIn(bob);
    expect(session.getState()).toMatchObject({
      senderAddress: bob,
      walletHoldings: [],
      pendingProfileCreation: false,
    });
  });

  it.each([
    ["principal", "SP-not-an-address"],
    ["principal", '{"address":"?"}'],
  ])("is nobody where %s is %s", async (key, value) => {
    localStorage.setItem(key, value);
    expect((await reload()).getState().authenticated).toBe(false);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each([
    ["nftHoldings", "[{}]"],
    ["nftHoldings", "{not json"],
    ["columnMilestones", '[{"id":"3"}]'],
    ["pendingAccountCreation", '{"txId":"0x1"}'],
  ])("drops what is kept as %s when it does not fit: %s", async (key, value) => {
    localStorage.setItem("principal", alice);
    localStorage.setItem(key, value);
    expect((await reload()).getState()).toMatchObject({
      senderAddress: alice,
      walletHoldings: [],
      columnMilestones: [],
      pendingProfileCreation: false,
    });
    expect(localStorage.getItem(key)).toBeNull();
  });

  it("is nobody where storage is forbidden", async () => {
    vi.stubGlobal("localStorage", undefined);
    const session = await reload();
    expect(session.getState().authenticated).toBe(false);
    session.getState().signIn(alice);
    expect(session.getState().authenticated).toBe(true);
  });
});
