import type { Database, Trx } from "../../db/database.ts";
import {
  readIssuerKeys,
  rotateIssuerKey,
  withdrawIssuerKey,
} from "../../off-chain/issuer-key-store.ts";
import { notify } from "../../revision/change-feed.ts";
import { bumpRevision, lockTip } from "../../revision/revision.ts";
import { readArguments, readOnly, refuseArguments } from "../arguments.ts";
import {
  type Command,
  type ExitStatus,
  type Invocation,
  OperatorError,
  type Output,
  UsageError,
} from "../command.ts";

export const issuerKey: Command = {
  name: "issuer-key",
  usage: [
    ["issuer-key list", "the public keys of the issuer of credentials, oldest first"],
    ["issuer-key rotate", "sign with a new key from now on; the old ones stay published"],
    ["issuer-key withdraw KEY", "stop publishing a stolen key; its signatures become invalid"],
  ],
  parse([action, ...rest]) {
    const { positionals } = readArguments(rest, {});
    if (action === "withdraw") {
      const key = readOnly(positionals, "KEY");
      return {
        needs: "service",
        run: (context, output) => withdraw(context.database, key, output),
      };
    }
    refuseArguments(positionals);
    if (action !== "list" && action !== "rotate") {
      throw new UsageError("issuer-key needs one of list, rotate and withdraw");
    }
    return { needs: "service", run: action === "list" ? list : rotate };
  },
};

const list: Invocation["run"] = async ({ database: { kysely } }, output) => {
  const rows = await kysely
    .selectFrom("issuer_keys")
    .select(["public_key", "at", "retired_at"])
    .orderBy("id")
    .execute();
  for (const { public_key, at, retired_at } of rows) {
    const end = retired_at === null ? "signs" : `until ${new Date(retired_at).toISOString()}`;
    output.line(`${public_key}  since ${new Date(at).toISOString()}  ${end}`);
  }
  if (rows.length === 0) output.warn("There is none yet. The first credential creates it.");
  return 0;
};

const rotate: Invocation["run"] = async ({ database }, output) => {
  const signing = await change(database, rotateIssuerKey);
  output.line(`${signing} signs from now on.`);
  return 0;
};

async function withdraw(database: Database, key: string, output: Output): Promise<ExitStatus> {
  const signing = await change(database, async (trx) => {
    if (!(await withdrawIssuerKey(trx, key))) {
      throw new OperatorError(`There is no key ${key}. "issuer-key list" shows them.`);
    }
  });
  output.line(`${key} is withdrawn. ${signing} signs.`);
  return 0;
}

/**
 * Changes the keys, and notifies all processes, because they have signed answers in their caches.
 * @returns the key that signs from then on
 */
function change({ kysely }: Database, make: (trx: Trx) => Promise<void>): Promise<string> {
  return kysely.transaction().execute(async (trx) => {
    await lockTip(trx);
    await make(trx);
    await bumpRevision(trx);
    await notify(trx, []);
    return (await readIssuerKeys(trx)).signing.publicKeyMultibase;
  });
}
