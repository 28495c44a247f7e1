import { messages } from "@colonnade/domain/messages.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import {
  endServerSession,
  finishSignOut,
  serverSessionQuery,
  withServerSession,
} from "./server-session.ts";
import { useSession } from "./session-store.ts";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const bob = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
/** The public key says whose wallet signed. */
const keys: Record<string, string> = { [alice]: "02".repeat(33), [bob]: "03".repeat(33) };

/** The service's session, and what was done in it. */
const service = vi.hoisted(() => ({
  session: null as string | null,
  done: [] as string[],
  isReached: true,
}));
/** Answers the wallet's open dialogs, by the account that they ask. */
const asked = vi.hoisted(() => new Map<string, () => void>());

vi.mock("../../api/client.ts", () => ({
  api: async (name: string, { body }: { body?: { address: string } } = {}) => {
    if (!service.isReached) throw new Error("The service is not reached");
    if (name === "signOut") service.session = null;
    if (name === "signIn") service.session = body?.address ?? null;
    if (name === "getSession") return { address: service.session };
    return { message: "Sign in", nonce: "ab".repeat(16) };
  },
}));
vi.mock("./wallets.ts", () => ({
  loadConnectedWallet: async (address: string) => ({
    provider: {},
    askWallet: () =>
      new Promise((resolve) => {
        const answer = { publicKey: keys[address], signature: "cd".repeat(65) };
        asked.set(address, () => resolve(answer));
      }),
  }),
}));
vi.mock("@stacks/transactions", () => ({
  getAddressFromPublicKey: (key: string) => Object.keys(keys).find((one) => keys[one] === key),
}));
vi.mock("../../api/runtime-config.ts", () => ({ runtimeConfig: () => ({ network: "testnet" }) }));

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  useSession.setState({ senderAddress: null });
  Object.assign(service, { session: null, done: [], isReached: true });
  asked.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const act = async () => void service.done.push(service.session ?? "nobody");
const sign = async (address: string) => {
  await vi.waitUntil(() => asked.has(address));
  asked.get(address)?.();
};

/** Connects an account, which then acts once. */
async function signInAs(address: string): Promise<void> {
  useSession.setState({ senderAddress: address });
  const acting = withServerSession(act);
  await sign(address);
  await acting;
  asked.clear();
}

it("signs in each account by itself when one presses while the wallet asks another", async () => {
  useSession.setState({ senderAddress: alice });
  const first = withServerSession(act);
  await vi.waitUntil(() => asked.has(alice));
  useSession.setState({ senderAddress: bob });
  const second = withServerSession(act);
  useSession.setState({ senderAddress: alice });
  await sign(alice);
  await first;
  useSession.setState({ senderAddress: bob });
  await sign(bob);
  await second;
  expect(service.done).toEqual([alice, bob]);
});

it("asks an account's wallet while another account's question stays open", async () => {
  useSession.setState({ senderAddress: alice });
  const first = withServerSession(act);
  await vi.waitUntil(() => asked.has(alice));
  useSession.setState({ senderAddress: bob });
  const second = withServerSession(act);
  await sign(bob);
  await second;
  expect(service).toMatchObject({ session: bob, done: [bob] });
  await sign(alice);
  await expect(first).rejects.toThrow(messages.connectToContinue);
  expect(service).toMatchObject({ session: bob, done: [bob] });
});

it("acts without a question while the same account stays connected", async () => {
  await signInAs(alice);
  await withServerSession(act);
  expect(service.done).toEqual([alice, alice]);
  expect(asked.size).toBe(0);
});

it("asks again who is signed in when another account was connected between", async () => {
  await signInAs(alice);
  useSession.setState({ senderAddress: bob });
  // In another tab, which could not sign out afterwards.
  service.session = bob;
  useSession.setState({ senderAddress: alice });
  expect(queryClient.getQueryData(serverSessionQuery(alice).queryKey)).toBeUndefined();
  const second = withServerSession(act);
  await sign(alice);
  await second;
  expect(service.done).toEqual([alice, alice]);
});

it("signs nobody in who has disconnected while the wallet asked", async () => {
  useSession.setState({ senderAddress: alice });
  const acting = withServerSession(act);
  await vi.waitUntil(() => asked.has(alice));
  useSession.setState({ senderAddress: null });
  await sign(alice);
  await expect(acting).rejects.toThrow(messages.connectToContinue);
  expect(service).toMatchObject({ session: null, done: [] });
});

it("ends the session later if the service is not reached, before it asks whose it is", async () => {
  service.session = alice;
  service.isReached = false;
  await expect(endServerSession()).rejects.toThrow("not reached");
  await expect(finishSignOut()).rejects.toThrow("not reached");
  service.isReached = true;
  expect(await queryClient.fetchQuery(serverSessionQuery(alice))).toBe(false);
  expect(service.session).toBeNull();
  service.session = bob;
  await finishSignOut();
  expect(service.session).toBe(bob);
});
