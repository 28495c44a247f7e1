import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const bob = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const txId = `0x${"ab".repeat(32)}`;
const token = { assetIdentifier: `${bob}.colonnade-endorsement-alpha::endorsement`, id: 7 };

/** Loads the store again over the same storage, as a reload does. */
async function reload() {
  vi.resetModules();
  const { useSession, ...changes } = await import("./session-store.ts");
  return { ...changes, getState: useSession.getState };
}

beforeEach(() => {
  for (const storage of ["localStorage", "sessionStorage"]) {
    const kept = new Map<string, string>();
    vi.stubGlobal(storage, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the session store", () => {
  it("starts with nobody connected", async () => {
    const session = await reload();
    expect(session.getState()).toMatchObject({
      authenticated: false,
      senderAddress: null,
      pendingProfileCreation: false,
      pendingProfileCreationTxId: undefined,
    });
  });

  it("restores the address, the holdings, the milestones and a pending registration on load", async () => {
    const before = await reload();
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

  it("forgets everything on signing out", async () => {
    const session = await reload();
    session.signIn(alice);
    session.addHolding(token);
    session.startProfileCreation(alice, txId);
    session.signOut();
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

  it("forgets what was typed into a form for everybody, once its account disconnects", async () => {
    const session = await reload();
    sessionStorage.setItem("unsentMessage", '{"message":"From nobody"}');
    session.signIn(alice);
    session.signIn(alice);
    expect(sessionStorage.getItem("unsentMessage")).not.toBeNull();
    sessionStorage.setItem("unsentEndorsement alice", "{}");
    session.signOut();
    expect(sessionStorage.getItem("unsentMessage")).toBeNull();
    expect(sessionStorage.getItem("unsentEndorsement alice"), "an account's own").toBe("{}");
  });

  it("stores a failed registration until it is dismissed", async () => {
    (await reload()).signIn(alice);
    const session = await reload();
    session.startProfileCreation(alice, txId);
    session.failProfileCreation("0xanother", "It was dropped.");
    expect(session.getState().pendingProfileCreation).toBe(true);
    session.failProfileCreation(txId, "It was dropped.");
    const again = await reload();
    expect(again.getState()).toMatchObject({
      pendingProfileCreation: false,
      registrationFailure: "It was dropped.",
    });
    again.endProfileCreation();
    expect((await reload()).getState().registrationFailure).toBeNull();
  });

  it("stores a registration for its sender, even when another address is connected", async () => {
    const session = await reload();
    session.signIn(bob);
    session.startProfileCreation(alice, txId);
    expect(session.getState().pendingProfileCreation).toBe(false);
    session.signIn(alice);
    expect(session.getState()).toMatchObject({
      pendingProfileCreation: true,
      pendingProfileCreationTxId: txId,
    });
  });

  it("takes over nothing from another wallet", async () => {
    const session = await reload();
    session.signIn(alice);
    session.addHolding(token);
    session.startProfileCreation(alice, txId);
    session.signIn(bob);
    expect(session.getState()).toMatchObject({
      senderAddress: bob,
      walletHoldings: [],
      pendingProfileCreation: false,
    });
  });

  it.each([
    ["principal", "SP-not-an-address"],
    ["principal", '{"address":"?"}'],
  ])("connects nobody when %s is %s", async (key, value) => {
    localStorage.setItem(key, value);
    expect((await reload()).getState().authenticated).toBe(false);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each([
    ["nftHoldings", "[{}]"],
    ["nftHoldings", "{not json"],
    ["columnMilestones", '[{"id":"3"}]'],
    ["pendingAccountCreation", '{"txId":"0x1"}'],
  ])("removes a stored %s that does not fit: %s", async (key, value) => {
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

  it("adopts what changed while the page was in the back/forward cache", async () => {
    vi.stubGlobal("window", new EventTarget());
    const session = await reload();
    session.signIn(alice);
    localStorage.removeItem("principal");
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
    expect(session.getState().senderAddress).toBe(alice);
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(session.getState()).toMatchObject({ authenticated: false, senderAddress: null });
  });

  it("connects nobody at first when storage is forbidden", async () => {
    vi.stubGlobal("localStorage", undefined);
    const session = await reload();
    expect(session.getState().authenticated).toBe(false);
    session.signIn(alice);
    expect(session.getState().authenticated).toBe(true);
  });
});
