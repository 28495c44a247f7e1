import { readStatus } from "../../monitoring/index-status.ts";
import { readArguments, refuseArguments } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";

export const status: Command = {
  name: "status",
  usage: [
    ["status", "how far the index is; exit status 1 if it is stalled"],
    ["status --json", "the same as /api/status has it"],
  ],
  parse(args) {
    const { values, positionals } = readArguments(args, { json: { type: "boolean" } });
    refuseArguments(positionals);
    return { needs: "service", run: values.json === true ? showJson : show };
  },
};

const showJson: Invocation["run"] = async (context, output) => {
  const found = await readStatus(context);
  output.line(JSON.stringify(found, null, 2));
  return found.stalled === null ? 0 : 1;
};

const show: Invocation["run"] = async (context, output) => {
  const { network, protocolContract, tip, nodeHeight, lag, catchingUp, quarantined, stalled } =
    await readStatus(context);
  const { databaseUrl, dataFolder } = context.config;
  const asking = context.database.kysely.selectFrom("node_tip").select("asked_at");
  const { asked_at } = await asking.executeTakeFirstOrThrow();
  const rows = {
    network,
    contract: protocolContract,
    database: databaseUrl === undefined ? `PGlite in ${dataFolder}` : "PostgreSQL",
    tip: tip === null ? "none" : `${tip.height}, of ${tip.blockTime}, ${tip.indexBlockHash}`,
    node: nodeHeight === null ? "does not answer" : `at ${nodeHeight}, ${lag} blocks ahead`,
    // A service that is stopped asks no more.
    "node asked": asked_at === null ? "never" : new Date(asked_at).toISOString(),
    ...(catchingUp === null
      ? {}
      : { "catching up": `at ${catchingUp.height} of ${catchingUp.to}` }),
    quarantined,
    stalled: stalled ?? "no",
  };
  for (const [name, value] of Object.entries(rows)) output.line(`${name.padEnd(13)}${value}`);
  return stalled === null ? 0 : 1;
};
