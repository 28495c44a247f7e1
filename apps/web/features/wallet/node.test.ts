import { beforeEach, describe, expect, it, vi } from "vitest";

vi.mock("../../api/runtime-config.ts", () => ({
  runtimeConfig: () => ({ network: "testnet", nodeUrl: "http://node.test" }),
}));

const txId = `0x${"ab".repeat(32)}`;
const askNode = vi.fn<(url: string) => Promise<Response>>();
/** The module remembers that a route is closed, so each test has its own. */
const read = async () => {
  const { getTransaction } = await import("./node.ts");
  return getTransaction(txId, new AbortController().signal);
};
const closed = () => new Response(null, { status: 410 });

beforeEach(() => {
  vi.resetModules();
  askNode.mockReset();
  vi.stubGlobal("fetch", askNode);
});

describe("the state of a transaction", () => {
  it("is read from the first version of the API", async () => {
    askNode.mockResolvedValueOnce(Response.json({ tx_status: "pending" }));
    expect(await read()).toEqual({ status: "pending", result: null });
    expect(askNode.mock.calls.map(([url]) => url)).toEqual([
      `http://node.test/extended/v1/tx/${txId}`,
    ]);
  });

  it("is read from the third where the first is closed, which is asked once", async () => {
    const failed = { status: "abort_by_response", result: { hex: "0x08", repr: "(err u1303)" } };
    askNode.mockResolvedValueOnce(closed());
    askNode.mockImplementation(() => Promise.resolve(Response.json(failed)));
    expect(await read()).toEqual({ status: "abort_by_response", result: "(err u1303)" });
    expect(await read()).toEqual({ status: "abort_by_response", result: "(err u1303)" });
    const third = `http://node.test/extended/v3/transactions/${txId}?include=result`;
    expect(askNode.mock.calls.map(([url]) => url)).toEqual([
      `http://node.test/extended/v1/tx/${txId}`,
      third,
      third,
    ]);
  });

  it("is unknown where the third does not know it", async () => {
    askNode
      .mockResolvedValueOnce(closed())
      .mockResolvedValueOnce(new Response(null, { status: 404 }));
    expect(await read()).toEqual({ status: null, result: null });
  });
});
