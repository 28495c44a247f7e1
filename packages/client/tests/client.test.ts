import { describe, expect, it } from "vitest";
import { ApiError, createClient } from "../client.ts";
import { alice } from "./answers.ts";
import { startService } from "./service.ts";

const query = { principal: alice.address };

describe("the published client", () => {
  it("reads a profile from the given origin, without cookies", async () => {
    await using service = await startService();
    const inits: RequestInit[] = [];
    const api = createClient({
      origin: `${service.origin}/`,
      fetch: (address, init) => {
        inits.push(init);
        return fetch(address, init);
      },
    });
    const { columnMilestones } = await api("getProfile", { query });
    expect(columnMilestones.map(({ title }) => title)).toEqual(["A careful reader"]);
    expect(service.requests.map(({ url }) => url)).toEqual([
      `/api/column?principal=${alice.address}`,
    ]);
    expect(inits).toMatchObject([{ credentials: "omit" }]);
  });

  it("throws the error that the service answers with", async () => {
    await using service = await startService();
    const api = createClient({ origin: service.origin });
    const answer = api("getEndorsement", { query: { id: 2 } });
    await expect(answer).rejects.toBeInstanceOf(ApiError);
    await expect(answer).rejects.toMatchObject({ status: 404, code: "does_not_exist" });
  });

  it("asks no other origin, even after a redirect", async () => {
    await using other = await startService();
    const location = `${other.origin}/api/milestone?id=1`;
    await using service = await startService({ "/api/milestone?id=1": [302, "", { location }] });
    const api = createClient({ origin: service.origin });
    const answer = api("getEndorsement", { query: { id: 1 } });
    await expect(answer).rejects.toBeInstanceOf(TypeError);
    expect(other.requests).toEqual([]);
  });

  it("stops a call that is aborted", async () => {
    await using service = await startService();
    const api = createClient({ origin: service.origin });
    const answer = api("getStatus", undefined, { signal: AbortSignal.abort() });
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    expect(service.requests).toEqual([]);
  });

  it("takes no origin but one of HTTP", () => {
    for (const origin of ["", "colonnade.example", "file:///etc", "javascript:alert(1)"]) {
      expect(() => createClient({ origin })).toThrow(TypeError);
    }
  });
});
