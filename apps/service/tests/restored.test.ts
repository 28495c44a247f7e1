import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPglite } from "../db/pglite.ts";
import type { Service } from "../service.ts";
import { keepOpen } from "./support/database.ts";
import { registerThree, signIn, startFixture, startTestService } from "./support/fixture.ts";
import { alice, bob, carol, type Person } from "./support/people.ts";

/** Follows whom; each is a write of its own. */
async function follow(service: Service, who: Person, whom: Person): Promise<void> {
  const { api } = await signIn(service, who);
  await api("follow", {
    body: { userPrincipal: who.address, profilePrincipal: whom.address },
  });
}

it("answers 200, not 304, for what a browser kept from before a backup was restored", async () => {
  const database = await openPglite();
  const fixture = await startFixture({ database: keepOpen(database) });
  await registerThree(fixture);
  await using folder = await mkdtempDisposable(join(tmpdir(), "colonnade-"));
  const backup = join(folder.path, "backup.tar");
  await database.pglite.dump(backup);
  const path = `/api/column?principal=${bob.address}`;

  await follow(fixture.service, alice, bob);
  await follow(fixture.service, carol, bob);
  const kept = await fetch(`${fixture.service.origin}${path}`);
  const etag = kept.headers.get("etag") ?? "";
  await kept.arrayBuffer();
  await fixture.close();
  await database.close();

  const restored = await startTestService(fixture.node, {
    database: await openPglite({ dump: backup }),
  });
  await follow(restored, bob, alice);
  await follow(restored, bob, carol);
  const answer = await fetch(`${restored.origin}${path}`, { headers: { "if-none-match": etag } });
  expect(answer.status).toBe(200);
  await restored.close();
});
