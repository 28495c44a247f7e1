import { expect, it } from "vitest";
import { keepOpen } from "./support/database.ts";
import { startFixture, startTestService } from "./support/fixture.ts";

it("Answers are made so many at once, of each client and in all; what is at hand, or under way, is answered to everybody", async () => {
  await using stack = new AsyncDisposableStack();
  const fixture = await startFixture();
  stack.defer(() => fixture.close());
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  let held = 0;
  await using service = await startTestService(fixture.node, {
    environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    database: {
      ...keepOpen(fixture.database),
      readJson: async (...asked) => {
        if (isHeld) {
          held += 1;
          await gate.promise;
        }
        return fixture.database.readJson(...asked);
      },
    },
  });
  const ask = (path: string, client: string) =>
    fetch(`${service.origin}${path}`, { headers: { "x-forwarded-for": client } });
  const pageOf = (before: number) => `/api/milestones?limit=1&before=${before}`;
  expect((await ask("/api/orgs?limit=1", "192.0.2.1")).status).toBe(200);

  isHeld = true;
  const waiting: Promise<Response>[] = [];
  for (let client = 1; client <= 10; client += 1) {
    for (let one = 1; one <= 50; one += 1) {
      waiting.push(ask(pageOf(client * 50 + one), `192.0.2.${client}`));
    }
  }
  const refused = async (client: string) => {
    const response = await ask(pageOf(1), client);
    return [response.status, response.headers.get("retry-after")];
  };
  await expect.poll(() => held).toBe(500);
  expect(await refused("192.0.2.11")).toEqual([503, "1"]);
  expect(await refused("192.0.2.1")).toEqual([429, "1"]);
  for (let more = 0; more < 100; more += 1) waiting.push(ask(pageOf(51), "192.0.2.1"));
  expect((await ask("/api/orgs?limit=1", "192.0.2.1")).status).toBe(200);
  expect(held).toBe(500);

  gate.resolve();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await ask(pageOf(1), "192.0.2.1")).status).toBe(200);
});
