import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { z } from "zod";
import { MIGRATION_TIMES, openPool, poolForKysely } from "../../db/connection.ts";
import { isCopy } from "../../db/copy.ts";
import type { Database } from "../../db/database.ts";
import { withRevision } from "../../db/replica.ts";
import type { Tables } from "../../db/tables.ts";

export interface Issued {
  text: string;
  values: readonly unknown[];
  /** Whether it is prepared, so that PostgreSQL may use a generic plan. */
  prepared: boolean;
}

/** A PostgreSQL database that records every statement. */
export interface RecordedDatabase extends Database {
  /** The statements since the last call. */
  takeIssued(): Issued[];
}

export function recordStatements(database: Database, address: string): RecordedDatabase {
  let issued: Issued[] = [];
  const record = (prepared: boolean) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: poolForKysely(openPool(address, MIGRATION_TIMES, 5)) }),
      log({ query: { sql: text, parameters: values } }) {
        // COPY has no plan.
        if (!isCopy(text)) issued.push({ text, values, prepared });
      },
    });
  const [kysely, work] = [record(false), record(true)];
  return {
    ...database,
    kysely,
    work,
    readJson(statement, values) {
      const prepared = statement.name !== null;
      // A replica gets the same statements, with the revision added.
      for (const text of [statement.text, withRevision(statement.text)]) {
        issued.push({ text, values, prepared });
      }
      return database.readJson(statement, values);
    },
    async close() {
      await kysely.destroy();
      await work.destroy();
      await database.close();
    },
    takeIssued() {
      const taken = issued;
      issued = [];
      return taken;
    },
  };
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Plan Rows": number;
  "Actual Rows"?: number | undefined;
  "Actual Loops"?: number | undefined;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Plan Rows": z.number(),
  "Actual Rows": z.number().optional(),
  "Actual Loops": z.number().optional(),
  "Rows Removed by Filter": z.number().optional(),
  "Rows Removed by Index Recheck": z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const planSchema = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema })]) })]);

/** Tables that grow with the network. */
const large = new Set([
  "blocks",
  "transactions",
  "contract_events",
  "event_recipients",
  "profiles",
  "endorsements",
  "follows",
  "follow_counts",
  "pending_events",
  "sessions",
  "challenges",
  "images",
  "applications",
  "application_decisions",
  "reports",
  "report_decisions",
  "hidden_images",
  "contact_messages",
]);
/** More rows than any page, list or block needs. */
const MANY = 2_000;
/** More rows than a search reads before it merges the lists of people. */
const MANY_SEARCHED = 21_000;

/**
 * Lists the faults in a statement's plan, a sentence each. A statement that only reads is run, because a step that
 * never executes costs nothing. For a prepared statement, the generic plan is checked as well.
 */
export async function faultsOf(client: pg.Client, issued: Issued): Promise<string[]> {
  const { text, values, prepared } = issued;
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return [];
  const onlyReads = !/\b(insert|update|delete)\b/i.test(text);
  const how = onlyReads ? "analyze, timing off, format json" : "format json";
  const customPlan = await planOf(client, `explain (${how}) ${text}`, values);
  if (!prepared) return [...faultsIn(customPlan)];
  const genericPlan = await readGenericPlan(client, how, issued);
  return [
    ...faultsIn(customPlan),
    ...[...faultsIn(genericPlan)].map((fault) => `planned for all values, ${fault}`),
  ];
}

async function readGenericPlan(client: pg.Client, how: string, { text, values }: Issued) {
  await client.query(`prepare for_all as ${text}`);
  await client.query("set plan_cache_mode = force_generic_plan");
  try {
    const literals = values.map((value) =>
      client.escapeLiteral(Array.isArray(value) ? arrayLiteral(value) : String(value)),
    );
    const call = literals.length === 0 ? "" : `(${literals.join(", ")})`;
    return await planOf(client, `explain (${how}) execute for_all${call}`, []);
  } finally {
    await client.query("reset plan_cache_mode");
    await client.query("deallocate for_all");
  }
}

const arrayLiteral = (values: unknown[]) =>
  `{${values.map((value) => JSON.stringify(String(value))).join(",")}}`;

async function planOf(client: pg.Client, explain: string, values: readonly unknown[]) {
  const { rows } = await client.query(explain, [...values]);
  const [row] = planSchema.parse(rows);
  return row["QUERY PLAN"][0].Plan;
}

/** @param most the rows that the step above needs: an estimate ignores a limit above it */
function* faultsIn(node: PlanNode, most = Number.POSITIVE_INFINITY): Generator<string> {
  const type = node["Node Type"];
  const relation = node["Relation Name"];
  if (type === "Seq Scan" && relation !== undefined && large.has(relation)) {
    yield `reads all of ${relation}`;
  }
  if (relation !== undefined && large.has(relation)) {
    const read = Math.min(rowsOf(node), most);
    if (read > MANY_SEARCHED) yield `reads some ${read} rows of ${relation}`;
    const removed = removedBy(node);
    if (removed > MANY) yield `reads some ${removed} rows of ${relation} in vain`;
  }
  const rows = rowsOf(node.Plans?.[0]);
  if (type.includes("Sort") && rows > MANY) yield `sorts some ${rows} rows`;
  for (const child of node.Plans ?? []) yield* faultsIn(child, askedBy(node, most));
}

function askedBy(node: PlanNode, most: number): number {
  if (node["Node Type"] === "Limit") return rowsOf(node);
  return node["Node Type"] === "LockRows" ? most : Number.POSITIVE_INFINITY;
}

function rowsOf(node: PlanNode | undefined): number {
  if (node === undefined) return 0;
  return (node["Actual Rows"] ?? node["Plan Rows"]) * (node["Actual Loops"] ?? 1);
}

function removedBy(node: PlanNode): number {
  const removed =
    (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return removed * (node["Actual Loops"] ?? 1);
}
