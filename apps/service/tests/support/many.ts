import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { dan } from "./people.ts";

/** How many there are of each: several readings' worth of each list. */
export const many = { profiles: 3_500, organizations: 2_500, endorsements: 5_000 } as const;

const address = (n: string) => `'ST' || lpad((${n})::text, 38, '0')`;
const words = JSON.stringify({
  shown: true,
  title: "A title",
  // Longer than what connections hold by themselves, all together.
  endorsement: "Words ".repeat(700),
  milestoneURI: "https://example.com/image.png",
  category: "Finance",
  date: "2026-05-28T20:26:40.000Z",
  revision: 1,
  txId: `0x${"ab".repeat(32)}`,
}).slice(1, -1);

const statements = {
  profiles: `insert into profiles (address, registered, state, brief, statement, name_key, search)
    select ${address("n")}, n % 10 > 0, '{}',
      '{"address":"' || ${address("n")} || '","bns_name":"n' || n % 1000 || '","bns":"btc","profileImageUrl":""}',
      'null', 'n' || n % 1000 || '.btc', 'n' || n % 1000
    from generate_series(1, ${many.profiles}) n`,
  organizations: `insert into organizations (id, state, brief, card, admin, name_key, search)
    select n, '{}', '{}',
      '{"id":' || n || ',"name":"guild","logoUrl":"","description":"","website":"","admin":"' || ${address("n")}
        || '","representatives":[]',
      ${address("n")}, 'guild ' || n % 700, 'guild'
    from generate_series(1, ${many.organizations}) n`,
  endorsements: `insert into endorsements
    (id, state, fragment, sender, receiver, category, status, shown, search)
    select n, '{}', '{"id":' || n || ',"approved":false,${words}', case n when 1 then '${dan.address}' else ${address("1 + n % 3000")} end,
      ${address("2 + n % 3000")}, 'Finance', case n % 10 when 0 then 'rejected' else 'pending' end, true, ''
    from generate_series(1, ${many.endorsements}) n`,
};

/** Fills lists that are empty: each is read in several parts, that of endorsements has 20 MB and ends in one of Dan's. */
export async function fillWithMany(
  { kysely }: Database,
  lists: (keyof typeof many)[] = ["profiles", "organizations", "endorsements"],
): Promise<void> {
  for (const list of lists) await sql.raw(statements[list]).execute(kysely);
}
