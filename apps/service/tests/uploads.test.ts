import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTurn } from "../images/processing.ts";
import { type Fixture, signIn, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

describe("Uploads", () => {
  let fixture: Fixture;
  let asAlice: typeof fetch;
  const ends: (() => void)[] = [];

  beforeAll(async () => {
    fixture = await startFixture({ environment: { COLONNADE_TRUSTED_PROXIES: "1" } });
    ({ fetch: asAlice } = await signIn(fixture.service, alice));
  });

  afterAll(() => fixture.close());

  /** Begins to send a form, and completes it when the test calls its function in `ends`. */
  async function begin(client: string) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from("--edge\r\n"));
        ends.push(() => controller.close());
      },
    });
    const init = { method: "POST", body, duplex: "half" } as const;
    const { status, headers } = await asAlice(`${fixture.service.origin}/api/upload`, {
      ...init,
      headers: {
        "content-type": "multipart/form-data; boundary=edge",
        "x-forwarded-for": client,
      },
    });
    return [status, headers.get("retry-after")];
  }

  it("are rejected over the concurrency limits per client and in total, before their bodies are read", async () => {
    const own = Array.from({ length: 5 }, () => begin("192.0.2.1"));
    expect(await Promise.race(own)).toEqual([429, "5"]);
    const clients = ["192.0.2.2", "192.0.2.3", "192.0.2.4"].flatMap((client) =>
      Array<string>(4).fill(client),
    );
    const others = [...clients, "192.0.2.5"].map(begin);
    expect(await Promise.race(others)).toEqual([503, "5"]);
    for (const end of ends.splice(0)) end();
    const statuses = (await Promise.all([...own, ...others])).map(([status]) => status);
    expect(statuses.toSorted()).toEqual([...Array(16).fill(400), 429, 503]);
    const again = begin("192.0.2.5");
    for (const end of ends.splice(0)) end();
    expect(await again).toEqual([400, null]);
  });
});

it("processes two images at once and queues the others", async () => {
  const ends: (() => void)[] = [];
  const work = () => inTurn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const works = [work(), work(), work()];
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await works[0];
  await expect.poll(() => ends.length).toBe(3);
  for (const end of ends) end();
  await Promise.all(works);
  const broken = inTurn(() => Promise.reject(new Error("no image")));
  await expect(broken).rejects.toThrow("no image");
  await inTurn(() => Promise.resolve());
});
