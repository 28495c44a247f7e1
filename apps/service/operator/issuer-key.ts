import { readIssuerKeys, rotateIssuerKey } from "../off-chain/issuer-keys.ts";
import { notify } from "../revision/notices.ts";
import { bumpRevision, lockTip } from "../revision/revision.ts";
import { readArguments, refuseArguments } from "./arguments.ts";
import { type Command, type Invocation, UsageError } from "./command.ts";

export const issuerKey: Command = {
  name: "issuer-key",
  usage: [
    ["issuer-key list", "the public keys of the issuer of credentials, oldest first"],
    ["issuer-key rotate", "sign with a new key from now on; the old ones stay published"],
  ],
  parse([action, ...rest]) {
    refuseArguments(readArguments(rest, {}).positionals);
    if (action !== "list" && action !== "rotate") {
      throw new UsageError("issuer-key needs one of list and rotate");
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
  if (rows.length === 0) output.warn("There is none yet. The first credential makes it.");
  return 0;
};

const rotate: Invocation["run"] = async ({ database: { kysely } }, output) => {
  const signing = await kysely.transaction().execute(async (trx) => {
    await lockTip(trx);
    await rotateIssuerKey(trx);
    // Processes have signed answers in their caches.
    await bumpRevision(trx);
    await notify(trx, []);
    return (await readIssuerKeys(trx)).signing;
  });
  output.line(`${signing.publicKeyMultibase} signs from now on.`);
  return 0;
};
