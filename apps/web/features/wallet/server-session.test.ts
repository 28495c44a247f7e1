import { beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { serverSessionQuery, withServerSession } from "./server-session.ts";
import { useSession } from "./session-store.ts";

const service = vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
  return { signedIn: "", calls: [] as string[] };
});
vi.mock("../../api/client.ts", () => ({
  api: async (name: string) => {
    service.calls.push(name);
    if (name !== "getSession") throw new Error(`Nobody answers ${name}`);
    return { address: service.signedIn };
  },
}));

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";
const connect = (senderAddress: string) => useSession.setState({ senderAddress });
const act = vi.fn(async () => "done");

beforeEach(async () => {
  act.mockClear();
  service.signedIn = alice;
  connect(alice);
  await withServerSession(async () => undefined);
  service.calls = [];
});

it("acts without a question while the same wallet stays connected", async () => {
  await withServerSession(act);
  expect(service.calls).toEqual([]);
  expect(act).toHaveBeenCalledOnce();
});

it("asks whose session it is after another wallet was connected in between", async () => {
  connect(bob);
  // Another tab has signed in as Bob.
  service.signedIn = bob;
  connect(alice);
  expect(queryClient.getQueryData(serverSessionQuery(alice).queryKey)).toBeUndefined();
  await expect(withServerSession(act)).rejects.toThrow("Nobody answers getChallenge");
  expect(act).not.toHaveBeenCalled();
});

it("never acts by a sign-in that began for another wallet", async () => {
  connect(bob);
  connect(alice);
  const ofAlice = withServerSession(async () => undefined);
  connect(bob);
  const ofBob = withServerSession(act);
  await ofAlice;
  await expect(ofBob).rejects.toThrow("Nobody answers getChallenge");
  expect(act).not.toHaveBeenCalled();
});
