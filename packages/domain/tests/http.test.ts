import { describe, expect, test } from "vitest";
import { ApiError, createClient } from "../http/client.ts";
import { messages } from "../messages.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";

function clientAnswering(status: number, body: string) {
  const requests: Request[] = [];
  const client = createClient({
    origin: "http://service.test",
    fetch: async (input, init) => {
      requests.push(new Request(input instanceof URL ? input.href : input, init));
      return new Response(body, { status });
    },
  });
  return { client, requests };
}

describe("the typed client", () => {
  test("writes queries, paths and bodies as the HTTP contract says", async () => {
    const { client, requests } = clientAnswering(200, JSON.stringify({ items: [], next: null }));
    await client("pageEndorsements", { query: { limit: 30, search: "a b", before: undefined } });
    expect(requests[0]?.url).toBe("http://service.test/api/milestones?limit=30&search=a+b");

    const metadata = clientAnswering(200, JSON.stringify({ sip: 16, name: "x" }));
    await metadata.client("getTokenMetadata", { params: { id: 4 } });
    expect(metadata.requests[0]?.url).toBe("http://service.test/api/token-metadata/4");

    const contact = clientAnswering(200, JSON.stringify({ accepted: true }));
    await contact.client("sendContact", { body: { name: "A", email: "a@b" } });
    expect(contact.requests[0]?.method).toBe("POST");
    expect(await contact.requests[0]?.json()).toEqual({ name: "A", email: "a@b" });
  });

  test("throws the error that the service answers with", async () => {
    const error = { code: "does_not_exist", message: "No such profile", requestId: "1" };
    const { client } = clientAnswering(404, JSON.stringify({ error }));
    const answer = client("getProfile", { query: { principal: alice } });
    await expect(answer).rejects.toMatchObject({
      status: 404,
      code: "does_not_exist",
      message: "No such profile",
    });
    await expect(answer).rejects.toBeInstanceOf(ApiError);
  });

  test("rejects an answer that does not fit the contract, even with status 200", async () => {
    const expected = { code: "remote_service_error", message: messages.somethingWrong };
    for (const body of ["<html>", "[]", "{}"]) {
      const { client } = clientAnswering(200, body);
      await expect(client("getStatus")).rejects.toMatchObject({ ...expected, status: 200 });
    }
    const { client } = clientAnswering(502, "Bad gateway");
    await expect(client("getStatus")).rejects.toMatchObject({ ...expected, status: 502 });
  });
});
