import { migrate as bring, readPending } from "../../db/migrate.ts";
import { readArguments, refuseArguments } from "../arguments.ts";
import type { Command } from "../command.ts";

export const migrate: Command = {
  name: "migrate",
  usage: [
    ["migrate", "bring the database to this version's tables, as starting the service does"],
    ["migrate --check", "say what that would run; exit status 1 if anything"],
  ],
  parse(args) {
    const { values, positionals } = readArguments(args, { check: { type: "boolean" } });
    refuseArguments(positionals);
    return {
      needs: "tables",
      async run({ database: { kysely } }, output) {
        const pending = await readPending(kysely, "Give an empty database.");
        for (const name of pending) output.line(name);
        if (values.check === true) return pending.length === 0 ? 0 : 1;
        await bring(kysely, "Give an empty database.");
        output.warn(pending.length === 0 ? "Nothing to do." : `${pending.length} migrations ran.`);
        return 0;
      },
    };
  },
};
