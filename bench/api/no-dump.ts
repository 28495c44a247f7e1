import { readConfig, webConfig } from "@colonnade/domain/config.ts";
import type { DumpManifest } from "@colonnade/domain/dump.ts";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import { suspendedNow } from "@colonnade/service/db/suspended-now.ts";

const DIGEST = "0".repeat(64);

/**
 * Runs something while no dump is due. A service makes one at its start and then once a day, which nobody wants to
 * measure. While this runs, the database names a dump that was made right now.
 */
export async function withoutDump<Result>(
  databaseUrl: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const database = await openPostgres(databaseUrl);
  const { network, protocolContract, endorsementContract, bnsContract } = webConfig(readConfig({}));
  const manifest: DumpManifest = {
    ...{ colonnade: "dump", version: 1, network, profiles: 0, organizations: 0, endorsements: 0 },
    contracts: { protocol: protocolContract, endorsement: endorsementContract, bns: bnsContract },
    ...{ origin: "http://127.0.0.1", at: new Date().toISOString() },
    block: { height: 1, id: `0x${DIGEST}` },
    // So large that the service makes no dump every ten minutes.
    ...{ bytes: 2 ** 30, sha256: DIGEST, file: "http://127.0.0.1", schema: "http://127.0.0.1" },
  };
  const { id } = await database.kysely
    .insertInto("dumps")
    .values({
      ...{ at: Date.now(), suspended: suspendedNow },
      ...{ manifest: JSON.stringify(manifest), sha256: DIGEST },
      tip: (eb) => eb.selectFrom("cursor").select("index_block_hash"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  try {
    return await run();
  } finally {
    await database.kysely.deleteFrom("dumps").where("id", "=", id).execute();
    await database.close();
  }
}
