import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { dan } from "./people.ts";

/** Rows per list, so many that the service reads each list in several parts. */
export const many = { profiles: 3_500, organizations: 2_500, endorsements: 5_000 } as const;

const address = (n: string) => `'ST' || lpad((${n})::text, 38, '0')`;
const words = JSON.stringify({
  shown: true,
  title: "A title",
  // In all, the list exceeds what the buffers of a connection hold.
  endorsement: "Words ".repeat(700),
  milestoneURI: "https://example.com/image.png",
  category: "Finance",
  date: "2026-05-28T20:26:40.000Z",
  height: 1,
  signedHeight: 1,
  wordsDate: "2026-05-28T20:26:40.000Z",
  wordsHeight: 1,
  wordsHash: `0x${"cd".repeat(32)}`,
  txId: `0x${"ab".repeat(32)}`,
}).slice(1, -1);

const statements = {
  profiles: `insert into profiles (address, registered, state, brief, statement, name_key, search)
    select ${address("n")}, n % 10 > 0, '{}',
      '{"address":"' || ${address("n")} || '","bns_name":"n' || n % 1000 || '","bns":"btc","profileImageUrl":""}',
      'null', 'n' || n % 1000 || '.btc', 'n' || n % 1000
    from generate_series(1, ${many.profiles}) n`,
  organizations: `insert into organizations (id, state, brief, card, admin, open, name_key, search)
    select n, '{}', '{}',
      '{"id":' || n || ',"name":"guild","logoUrl":"","open":true,"description":"","website":"","admin":"' || ${address("n")}
        || '","representatives":[]',
      ${address("n")}, true, 'guild ' || n % 700, 'guild'
    from generate_series(1, ${many.organizations}) n`,
  endorsements: `insert into endorsements
    (id, state, fragment, sender, receiver, category, status, shown, search)
    select n, '{}', '{"id":' || n || ',"approved":false,${words}', case n when 1 then '${dan.address}' else ${address("1 + n % 3000")} end,
      ${address("2 + n % 3000")}, 'Finance', case n % 10 when 0 then 'rejected' else 'pending' end, true, ''
    from generate_series(1, ${many.endorsements}) n`,
};

/** Fills empty tables. The list of endorsements has 20 MB, and dan sent its last one. */
export async function fillWithMany(
  { kysely }: Database,
  lists: (keyof typeof many)[] = ["profiles", "organizations", "endorsements"],
): Promise<void> {
  for (const list of lists) await sql.raw(statements[list]).execute(kysely);
}
