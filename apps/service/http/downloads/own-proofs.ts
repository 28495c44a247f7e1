import type { Proof } from "@colonnade/domain/proof.ts";
import type { WebConfig } from "@colonnade/domain/web-config.ts";
import type { Database } from "../../db/database.ts";
import { retryWhileUnavailable } from "../../db/retry.ts";
import { readProof, served } from "../reads/proof.ts";

/** Ids that are read at once. */
const PAGE = 100;

/** The proofs of all endorsements that a principal earned or sent and whose words are served, one after the other. */
export async function* ownProofs(
  database: Database,
  principal: string,
  config: WebConfig,
): AsyncGenerator<Proof> {
  /** Ids that came already. An endorsement whose status changes meanwhile would come twice. */
  const seen = new Set<number>();
  for await (const id of ownIds(database, principal)) {
    if (seen.has(id)) continue;
    seen.add(id);
    // The endorsement may have changed since its id was read.
    const proof = await retryWhileUnavailable(() => readProof(database, id, config));
    if (proof !== null) yield proof;
  }
}

async function* ownIds(database: Database, principal: string): AsyncGenerator<number> {
  for (const party of ["receiver", "sender"] as const) {
    for (const status of served) yield* idsOf(database, { party, principal, status });
  }
}

interface Sought {
  party: "receiver" | "sender";
  principal: string;
  status: (typeof served)[number];
}

/** Newest first. */
async function* idsOf(
  { kysely }: Database,
  { party, principal, status }: Sought,
): AsyncGenerator<number> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = kysely
      .selectFrom("endorsements")
      .where(party, "=", principal)
      .where("status", "=", status)
      .where("id", "<", before)
      .orderBy("id", "desc")
      .limit(PAGE)
      .select("id");
    const rows = await retryWhileUnavailable(() => page.execute());
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    before = last.id;
  }
}
