import { parseJson } from "@colonnade/domain/text.ts";
import { anyNumber } from "../../db/bulk.ts";
import { readArguments, readOnly, readWhole, refuseArguments } from "../arguments.ts";
import {
  type Command,
  type Invocation,
  type OperatorContext,
  OperatorError,
  type Output,
  UsageError,
} from "../command.ts";

type Run = Invocation["run"];

const DAY = 24 * 60 * 60_000;

export const quarantine: Command = {
  name: "quarantine",
  usage: [
    ["quarantine list", "what could not be indexed, and why"],
    ["quarantine show ID", "one of them, with the payload as it is kept"],
    ["quarantine retry", "try to index all of them again"],
    ["quarantine drop ID…", "delete them; if the index needs one, it asks the node again"],
    ["quarantine drop --older-than DAYS", "delete those that were quarantined before that"],
  ],
  parse: ([action, ...rest]) => ({ needs: "service", run: parseAction(action, rest) }),
};

/** @throws UsageError */
function parseAction(action: string | undefined, rest: string[]): Run {
  switch (action) {
    case "list":
      refuseArguments(readArguments(rest, {}).positionals);
      return list;
    case "show": {
      const id = readWhole(readOnly(readArguments(rest, {}).positionals, "ID"), "The ID");
      return (context, output) => show(context, output, id);
    }
    case "retry":
      refuseArguments(readArguments(rest, {}).positionals);
      return retry;
    case "drop":
      return parseDrop(rest);
    default:
      throw new UsageError("quarantine needs one of list, show, retry and drop");
  }
}

function parseDrop(rest: string[]): Run {
  const { values, positionals } = readArguments(rest, { "older-than": { type: "string" } });
  const days = values["older-than"];
  if ((days === undefined) === (positionals.length === 0)) {
    throw new UsageError("quarantine drop needs either IDs or --older-than DAYS");
  }
  if (days !== undefined) {
    const before = Date.now() - readWhole(days, "DAYS") * DAY;
    return (context, output) => dropOld(context, output, before);
  }
  const ids = positionals.map((id) => readWhole(id, "An ID"));
  return (context, output) => drop(context, output, ids);
}

const list: Run = async ({ database: { kysely } }, output) => {
  const rows = await kysely
    .selectFrom("quarantine")
    .select(["id", "height", "index_block_hash", "at", "reason"])
    .orderBy("id")
    .execute();
  for (const { id, height, index_block_hash: block, at, reason } of rows) {
    const [first = ""] = reason.split("\n");
    const named = `height ${height ?? "unknown"}  ${block ?? "names no block"}`;
    output.line(`${id}  ${new Date(at).toISOString()}  ${named}  ${first}`);
  }
  output.warn(rows.length === 0 ? "The quarantine is empty." : `${rows.length} in quarantine.`);
  return 0;
};

async function show(
  { database: { kysely } }: OperatorContext,
  output: Output,
  id: number,
): Promise<0> {
  const row = await kysely
    .selectFrom("quarantine")
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new OperatorError(`Nothing in quarantine has the ID ${id}.`);
  output.line(`ID       ${row.id}`);
  output.line(`since    ${new Date(row.at).toISOString()}`);
  output.line(`height   ${row.height ?? "unknown"}`);
  output.line(`block    ${row.index_block_hash ?? "none named"}`);
  output.line(`parent   ${row.parent_index_block_hash ?? "none named"}`);
  output.line(`reason   ${row.reason}`);
  output.line(JSON.stringify(parseJson(row.payload), null, 2));
  return 0;
}

const retry: Run = async (context, output) => {
  const before = await count(context);
  await context.retryQuarantine();
  const left = await count(context);
  output.line(`${before - left} of ${before} left the quarantine.`);
  if (left > 0) output.warn("`quarantine list` says why the others stay.");
  return 0;
};

async function count({ database: { kysely } }: OperatorContext): Promise<number> {
  const { many } = await kysely
    .selectFrom("quarantine")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .executeTakeFirstOrThrow();
  return many;
}

async function drop(
  { database: { kysely } }: OperatorContext,
  output: Output,
  ids: number[],
): Promise<0> {
  const dropped = await kysely.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom("quarantine")
      .where("id", "=", anyNumber(ids))
      .returning("id")
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      throw new OperatorError(`Nothing in quarantine has the ID ${unknown.join(", ")}.`);
    }
    return rows.length;
  });
  output.line(`${dropped} dropped.`);
  return 0;
}

async function dropOld(
  { database: { kysely } }: OperatorContext,
  output: Output,
  before: number,
): Promise<0> {
  const { numDeletedRows } = await kysely
    .deleteFrom("quarantine")
    .where("at", "<", before)
    .executeTakeFirst();
  output.line(`${numDeletedRows} dropped.`);
  return 0;
}
