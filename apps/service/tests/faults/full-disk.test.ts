import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, it } from "vitest";
import { openPostgres } from "../../db/postgres.ts";
import { keepOpen } from "../support/database.ts";
import { startTestService } from "../support/fixture.ts";
import { startPostgres } from "../support/postgres.ts";
import { buildStandIn } from "../support/renderer.ts";
import { startChain, tryFault } from "./traffic.ts";
import { settingsForVisitors } from "./visitors.ts";

/** A small disk in memory, or null where that is not allowed. Only root may mount one. */
async function mountDisk(): Promise<({ path: string } & AsyncDisposable) | null> {
  const path = await mkdtemp(join(tmpdir(), "colonnade-disk-"));
  const remove = () => rm(path, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", path], { stdio: "ignore" });
  } catch {
    await remove();
    return null;
  }
  await chmod(path, 0o777);
  return {
    path,
    async [Symbol.asyncDispose]() {
      execFileSync("umount", [path]);
      await remove();
    },
  };
}

describe("A service whose PostgreSQL has a full disk", () => {
  it("answers every request in time, and goes on when there is room", async ({ skip }) => {
    await using started = new AsyncDisposableStack();
    const disk = started.use(await mountDisk());
    if (disk === null) return skip("only root may mount a small disk");
    const { path } = disk;
    const postgres = await startPostgres({
      dataParent: path,
      settings: ["min_wal_size=32MB", "max_wal_size=48MB"],
    });
    started.defer(() => postgres.close());
    const database = await openPostgres(await postgres.createDatabase());
    started.defer(() => database.close());
    const chain = await startChain();
    started.defer(() => chain.close());
    const { webFolder } = started.use(await buildStandIn());
    const options = {
      database: keepOpen(database),
      ...{ askEvery: 500, webFolder, pageTimeout: 1_000, environment: settingsForVisitors },
    };
    const service = started.use(await startTestService(chain.node, options));
    const filler = join(path, "filler");
    await tryFault({
      fault: "PostgreSQL's disk full for two seconds",
      chain,
      service,
      database,
      async happen() {
        const { bavail, bsize } = await statfs(path);
        await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(ignoreFull);
        await delay(2_000);
        await rm(filler);
        // PostgreSQL ends by itself if it cannot recover. Then an operator starts it.
        if (!postgres.isRunning()) await postgres.restart("fast");
      },
    });
  });
});

/** PostgreSQL may have taken some of the room meanwhile. */
function ignoreFull(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
}
