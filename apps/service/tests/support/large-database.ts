import { categories } from "@colonnade/domain/category.ts";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { TestBlock } from "./blocks.ts";
import { mineBlock } from "./blocks.ts";
import { alice, bob, carol, watcher } from "./people.ts";
import { applicationOf } from "./review.ts";

/** Rows per table. With fewer, a wrong plan would not show. */
const crowd = {
  profiles: 20_000,
  endorsements: 100_000,
  follows: 100_000,
  organizations: 1_000,
  blocks: 2_000,
  applications: 30_000,
  waiting: 5_000,
  reports: 30_000,
} as const;

/** The CID of an image that is not stored here, but that an endorsement shows. */
export const shownImage = "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

const brief = (address: string, name: string) =>
  `'{"address":"' || ${address} || '","bns_name":"' || ${name} || '","bns":"btc","profileImageUrl":""}'`;

/**
 * Alice has sent many endorsements and bob has received many; the rest is spread evenly. None of theirs is pending,
 * withdrawn, of the third category, or from alice to bob. A search for these finds any plan that reads a whole list.
 */
const person = (n: string) => `case (${n}) % ${crowd.profiles} when 0 then '${alice.address}'
  when 1 then '${bob.address}' else 'ST' || lpad(((${n}) % ${crowd.profiles})::text, 38, '0') end`;
const spread = (n: string, favourite: number) =>
  person(
    `case when (${n}) % 20 = 3 then ${favourite} else (${n})::bigint * 7919 + (${n}) / 13 end`,
  );
const name = (n: string) => `'n' || left(md5((${n})::text), 8)`;
const block = (n: string) => `'0x' || lpad(to_hex(${n}), 64, '0')`;
const blockOf = (n: string) => block(`1 + ${n} % ${crowd.blocks}`);
const category = `(array[${categories.map(({ name: text }) => `'${text}'`).join(",")}])[1 + n % ${categories.length}]`;

/** The part of an endorsement's state that is the same for all. */
const state = JSON.stringify({
  words: {
    title: "A title",
    description: "Words",
    image: "https://example.com/image.png",
    height: 1,
  },
  draft: null,
  suggestion: null,
  organization: null,
  withdrawal: null,
  wordsHash: `0x${"cd".repeat(32)}`,
  wordsAt: 1_780_000_000,
}).slice(1, -1);
const stateOf = (sender: string, receiver: string) =>
  `'{"sender":"' || ${sender} || '","receiver":"' || ${receiver} || '",${state}}'`;

/** The parts of a submission's event that a proof names. */
const submission = JSON.stringify({
  topic: "submit-endorsement",
  title: "A title",
  description: "Words",
  image: "https://example.com/image.png",
  "block-height": 1,
  words: `0x${"cd".repeat(32)}`,
});

/** The part of an endorsement's fragment that is the same for all. */
const words = JSON.stringify({
  shown: true,
  title: "A title",
  endorsement: "Words",
  milestoneURI: "https://example.com/image.png",
  date: "2026-05-28T20:26:40.000Z",
  height: 1,
  signedHeight: 1,
  wordsDate: "2026-05-28T20:26:40.000Z",
  wordsHeight: 1,
  wordsHash: `0x${"cd".repeat(32)}`,
  txId: `0x${"ab".repeat(32)}`,
}).slice(1, -1);
const logo = "https://example.com/logo.png";
const status = "(array['rejected', 'pending', 'withdrawn'])[1 + n % 10]";
/** Organization 7 has issued many endorsements, some by alice, and none is pending. */
const organization = `case when n % 20 in (3, 5) then 7 when n % 4 = 2 then 1 + n % ${crowd.organizations} end`;

/** The organization of application `n`, if any. */
const organized = (n: string) => `1 + (${n}) % ${crowd.organizations}`;
const admission = (n: string) => `'0x' || md5('o' || ${n}) || md5((${n})::text)`;
const application = `'${JSON.stringify(applicationOf(alice))}'`;

const statements = [
  `insert into blocks (index_block_hash, parent_index_block_hash, height, block_time, canonical)
    select ${block("n")}, ${block("n - 1")}, n, 1780000000 + n, true
    from generate_series(1, ${crowd.blocks}) n`,
  `insert into profiles (address, registered, state, brief, statement, name_key, search, image, earned)
    select ${person("n")}, true, '{"profile":null,"suspended":false}', ${brief(person("n"), name("n"))}, 'null',
      ${name("n")} || '.btc', ${name("n")} || '.btc', case when n % 2 = 0 then 'ipfs://bafkrei' || md5('p' || n) end, 0
    from generate_series(0, ${crowd.profiles - 1}) n`,
  "analyze profiles",
  `insert into organizations (id, state, brief, card, admin, open, name_key, search)
    select n, '{}', '{"id":' || n || ',"name":"guild ' || n || '","logoUrl":"${logo}","open":true}',
      '{"id":' || n || ',"name":"guild ' || n || '","logoUrl":"${logo}","open":true,"description":"Makers","website":"",'
        || '"admin":"' || ${person("n")} || '","representatives":[]',
      ${person("n")}, true, 'guild ' || n, 'guild ' || n
    from generate_series(1, ${crowd.organizations}) n`,
  `insert into organization_roles (organization_id, role, principal, place)
    select n, role, ${person("n * 3 + place")}, place
    from generate_series(1, ${crowd.organizations}) n, generate_series(0, 4) place,
      unnest(array['representative', 'invited', 'proposed-admin', 'replacement']) role
    where place = 0 or role in ('representative', 'invited')`,
  `insert into endorsements
    (id, state, fragment, sender, receiver, organization_id, category, status, shown, suggested, search, image)
    select n, ${stateOf("sender", "receiver")},
      '{"id":' || n || ',"approved":' || (n % 10 > 2) || ',${words},"category":"' || ${category} || '"',
      sender, receiver, ${organization}, ${category}, coalesce(${status}, 'approved'), true,
      n % 70 = 1,
      case n % 10 when 0 then '' else s.search || E'\\n' || r.search || E'\\n' || coalesce('guild ' || ${organization}, '') end,
      case n when 9 then '${shownImage}' else case n % 10 when 9 then 'ipfs://bafkrei' || md5('e' || n) end end
    from (
      select n, ${spread("n", 0)} as sender, ${spread("n + 7", 1)} as receiver
      from generate_series(1, ${crowd.endorsements}) n
    ) e join profiles s on s.address = sender join profiles r on r.address = receiver`,
  // Many endorsements wait for carol, each from another sender without a tie.
  `insert into profiles (address, registered, state, brief, statement, name_key, search, pending)
    values ('${carol.address}', true, '{"profile":null,"suspended":false}', ${brief(`'${carol.address}'`, "'carol'")},
      'null', 'carol.btc', 'carol.btc', ${crowd.waiting})`,
  `insert into endorsements
    (id, state, fragment, sender, receiver, organization_id, category, status, shown, search)
    select ${crowd.endorsements} + n, ${stateOf("s.address", `'${carol.address}'`)},
      '{"id":' || ${crowd.endorsements} + n || ',"approved":false,${words},"category":"Finance"',
      s.address, '${carol.address}', null, 'Finance', 'pending', true, s.search || E'\\ncarol.btc\\n'
    from generate_series(1, ${crowd.waiting}) n join profiles s on s.address = ${person("n + 1")}`,
  `insert into transactions
    select ${blockOf("n")}, n / ${crowd.blocks}, '0x' || md5(n::text) || md5('x' || n), ${spread("n", 0)},
      'submit-endorsement', 'success', n % 10 = 0, (1780000000 + n % ${crowd.blocks}) * 1000::bigint, 'c' || lpad(n::text, 10, '0')
    from generate_series(1, ${crowd.endorsements}) n`,
  `insert into contract_events
    select index_block_hash, tx_index, 0, tx_id, 'submit-endorsement', 'endorsements:' || (substr(position, 2)::bigint),
      sender, null, '${submission}', height
    from transactions join blocks using (index_block_hash)`,
  `insert into event_recipients
    select x.principal, t.index_block_hash, t.tx_index, 0, t.at, t.position, e.id, null
    from transactions t join endorsements e on e.id = substr(t.position, 2)::bigint
      cross join lateral (select e.sender as principal union select e.receiver) x`,
  `insert into blocked
    select distinct on (1, 2, 3) ${spread("n", 0)}, 'sender', ${person("n * 3 + 1")}, 1780000000000 + n
    from generate_series(1, 20000) n`,
  `insert into follows
    select distinct on (1, 2) ${spread("n", 0)}, ${spread("n * 3 + 1", 0)}, 1780000000000 + n
    from generate_series(1, ${crowd.follows}) n`,
  `insert into follows
    select '${carol.address}', ${person("n * 131 + 2")}, 1780000000000 + n from generate_series(1, 150) n`,
  `insert into follow_counts
    select principal, sum(followers), sum(following) from (
      select followee as principal, 1 as followers, 0 as following from follows
      union all select follower, 0, 1 from follows
    ) f group by principal`,
  `insert into pending_events
      (tx_id, sender, event, metadata, announced_at, seen, failure, mined, checked_at, known_at)
    select '0x' || md5(n::text) || md5(case when n > 10000 then 'x' else 'p' end || n), sender,
      'SUBMIT_ENDORSEMENT', '{}', 1780000000000 + n, true,
      case when n between 301 and 10000 then 'expired' end, n > 10000, 1780000000000 + n,
      case when n > 10000 then 9000000000000 else 1780000000000 + n end
    from (select n, ${spread("n", 0)} as sender from generate_series(1, 20000) n) e`,
  `insert into challenges (nonce, address, message, expires_at)
    select md5(n::text), ${person("n")}, 'Sign in', 9000000000000 + n from generate_series(1, 20000) n`,
  `insert into images (cid, bytes, content_type, uploader, at, published_at, used)
    select 'bafkrei' || md5(n::text), '\\x00', 'image/webp', ${person("n")}, 1780000000000 + n, 1780000000000 + n, 1
    from generate_series(1, 20000) n`,
  `insert into named_images (cid, at) select cid, 1 from images`,
  // Some are logos of open applications, which are more.
  `insert into images (cid, bytes, content_type, uploader, at, published_at)
    select 'unused' || n, '\\x00', 'image/webp', ${person("n")}, 9000000000000 + n, 1
    from generate_series(1, 1500) n`,
  `insert into image_totals (holder, bytes) select uploader, count(*) from images group by 1 union all select '', 21500`,
  `insert into contact_messages (document, at, sent_at)
    select '{}', 1780000000000 + n, 1780000000000 + n from generate_series(1, 20000) n`,
  // A third of them waits, a third is declined, a third is accepted. The newest waiting ones have a failed admission.
  `insert into applications (applicant, document, at, settled, logo)
    select case when n % 3 = 2 then o.admin else ${spread("n", 0)} end, ${application}, 1780000000000 + n,
      (array[null, 'declined', 'accepted'])[1 + n % 3], 'unused' || n % 25000
    from generate_series(1, ${crowd.applications}) n join organizations o on o.id = ${organized("n")} order by n`,
  `insert into transactions
    select ${blockOf("n")}, 1000 + n / ${crowd.blocks}, ${admission("n")}, '${watcher.address}',
      'watcher-new-organization', 'success', false, (1780000000 + n % ${crowd.blocks}) * 1000::bigint, 'a' || lpad(n::text, 10, '0')
    from generate_series(2, ${crowd.applications}, 3) n`,
  `insert into contract_events
    select ${blockOf("n")}, 1000 + n / ${crowd.blocks}, 0, ${admission("n")}, 'watcher-new-organization',
      'organizations:' || ${organized("n")}, '${watcher.address}', ${person(organized("n"))}, '{}', b.height
    from generate_series(2, ${crowd.applications}, 3) n join blocks b on b.index_block_hash = ${blockOf("n")}`,
  `insert into application_decisions (application_id, watcher, at, reason, tx_id, open)
    select id, '${watcher.address}', at, case settled when 'declined' then '"No"' end,
      case when settled is distinct from 'declined' then ${admission("id")} end, settled is null
    from applications where settled is not null or id > ${crowd.applications - 10}`,
  `insert into reports
      (subject, reported, responsible, fingerprint, reporters, first_at, last_at, settled)
    select '{"kind":"endorsement","id":' || n || '}', '{"title":"A title","text":"Words","imageUrl":""}',
      '["${bob.address}"]', md5(n::text), 1, 1780000000000 + n, 1780000000000 + n, n % 3 > 0
    from generate_series(1, ${crowd.reports}) n order by n`,
  `insert into report_reasons (report_id, reporter, reason, at)
    select id, '${alice.address}', '"A lie"', first_at from reports
    union all select ${crowd.reports}, 'reporter ' || n, '"A lie"', 1780000000000 + n
    from generate_series(1, 5000) n`,
  `insert into report_decisions (report_id, watcher, at, decision, tx_id)
    select id, '${watcher.address}', first_at, case id % 3 when 1 then 'dismiss' else 'suspend' end,
      case id % 3 when 2 then ${admission("id")} end
    from reports where settled`,
  `insert into hidden_images select 'ipfs://bafkrei' || md5(n::text) from generate_series(1, 20000, 4) n`,
  `insert into sessions (token_hash, address, expires_at, used_at)
    select md5(n::text), ${person("n")}, 9000000000000 + n, 9000000000000 from generate_series(1, 20000) n`,
  `insert into watchers values ('${watcher.address}')`,
  `update cursor set index_block_hash = ${block(String(crowd.blocks))}, revision = 1`,
];

/**
 * Fills an empty PostgreSQL with many rows and updates the planner's statistics.
 * @returns the tip
 */
export async function fillLargeDatabase({ kysely }: Database): Promise<TestBlock> {
  for (const statement of statements) await sql.raw(statement).execute(kysely);
  // Statistics of all rows, not of a sample: a plan must not depend on which rows were drawn.
  await kysely.connection().execute(async (connection) => {
    await sql.raw("set default_statistics_target = 1000").execute(connection);
    await sql.raw("vacuum analyze").execute(connection);
  });
  const tip = await mineBlock(null, []);
  tip.payload.block_height = crowd.blocks;
  tip.payload.index_block_hash = `0x${crowd.blocks.toString(16).padStart(64, "0")}`;
  return tip;
}
