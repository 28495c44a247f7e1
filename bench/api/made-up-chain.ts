import { DEVNET_DEPLOYER } from "@colonnade/domain/config.ts";

// SQL that makes up people, their endorsements, and the contract calls behind them.

/** Calls of one kind in a block. */
const CALLS = 100;
const IMAGE = "ipfs://bafkreif2bmjl62ajbpm2xf5t3ii6zsn4e5nnfr6xxvcgtc5tty7ndnsvqu";

/** How much a database holds. */
export interface Size {
  profiles: number;
  endorsements: number;
  follows: number;
  organizations: number;
}

/**
 * Makes `bench.people`, `bench.organizations`, `bench.endorsements` and `bench.follows`, the same in every run.
 * Needs `bench.addresses`, `bench.beginnings`, `bench.endings` and `bench.images`, each `(n, word)` from 0.
 */
export function draftStatements({
  profiles,
  endorsements,
  follows,
  organizations,
}: Size): string[] {
  return [
    "select setseed(0.42)",
    `create table bench.people as
      select a.n, a.word as address, b.word || e.word || a.n as bns_name,
        case when a.n % 10 = 0 then null else
          'I build things on Stacks, and “write” about them — ' || b.word || ' ' || e.word || '.' end as statement,
        1 + (a.n - 1) / ${CALLS} as height, (a.n - 1) % ${CALLS} as tx_index
      from bench.addresses a
        join bench.beginnings b on b.n = (a.n * 7919) % (select count(*) from bench.beginnings)
        join bench.endings e on e.n = (a.n * 104729 / 7) % (select count(*) from bench.endings)
      where a.n > 0`,
    "create unique index on bench.people (n)",
    `create table bench.organizations as
      select n as id, 'Guild of Number ' || n as name, 1 + (n * 31) % ${profiles} as admin,
        array[1 + (n * 31 + 1) % ${profiles}, 1 + (n * 31 + 2) % ${profiles}] as members
      from generate_series(1, ${organizations}) n`,
    // Some people earn far more than others. All send about equally many.
    `create table bench.picks as
      select id, 1 + floor(${profiles} * random())::int as sender, 1 + floor(${profiles} * random() ^ 2)::int as receiver,
        case when random() < 0.1 then 1 + floor(${organizations} * random())::int end as organization_id,
        random() as draw, floor(random() * 12)::int as category
      from generate_series(1, ${endorsements}) id`,
    "analyze",
    `create table bench.endorsements as
      select p.id, s.address as sender, r.address as receiver,
        case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization,
        case when p.draw < 0.7 then 'approved' when p.draw < 0.95 then 'pending' else 'rejected' end as status,
        (p.draw >= 0.94 and p.draw < 0.95) as drafted,
        coalesce(c.word, 'https://images.example/' || p.id || '.png') as image,
        'For work well done, no. ' || p.id as title,
        'We worked together on release ' || p.id % 97 || ', and I saw care in every detail: "tests first", honest reviews, and patience with newcomers. The part about forks — the hard one — was theirs from the first line to the last.' as description,
        (select max(height) from bench.people) + 3 + (p.id - 1) / ${CALLS} as height, (p.id - 1) % ${CALLS} as place
      from (
        select id, sender, case when receiver = sender then receiver % ${profiles} + 1 else receiver end as receiver,
          organization_id, draw, category from bench.picks
      ) p
        join bench.people s on s.n = p.sender join bench.people r on r.n = p.receiver
        left join bench.images c on c.n = p.category left join bench.organizations o on o.id = p.organization_id
      order by p.id`,
    `create table bench.follows as
      select distinct on (follower, followee) follower, followee, at from (
        select 1 + floor(${profiles} * random())::int as follower, 1 + floor(${profiles} * random() ^ 2)::int as followee,
          1760000000000 + n as at from generate_series(1, ${Math.ceil(follows * 1.03)}) n
      ) drawn where follower <> followee`,
    `delete from bench.follows where at not in (select at from bench.follows order by at limit ${follows})`,
    "analyze",
  ];
}

const peopleSql = "'sender', sender, 'receiver', receiver";
/** Made-up digests: the indexer takes them from the events. */
const digestSql = "'0x' || encode(sha256(id::text::bytea), 'hex')";
const wordsSql = "'title', title, 'description', description, 'image', image";

/**
 * Makes `bench.calls`: each succeeds and prints its event. People come first, then the watcher, the
 * organizations and their members. An endorsement is edited one block after it was submitted, and
 * decided two blocks after.
 */
export const callStatements: string[] = [
  `create table bench.calls as
    select height, tx_index, address as sender, json_build_object('topic', 'register-profile', 'principal', address,
        'bns', 'btc', 'bns-name', bns_name, 'statement', statement, 'image', '${IMAGE}') as event
      from bench.people
    union all
    select (select max(height) + 1 from bench.people), 0, '${DEVNET_DEPLOYER}',
        json_build_object('topic', 'add-watcher', 'watcher', word, 'by', '${DEVNET_DEPLOYER}')
      from bench.addresses where n = 0
    union all
    select (select max(height) + 1 from bench.people), o.id, w.word,
        json_build_object('topic', 'watcher-new-organization', 'id', o.id, 'admin', a.address, 'name', o.name,
          'logo', '${IMAGE}', 'description', 'We teach what we know.', 'website', 'https://guild' || o.id || '.example',
          'invited', (select json_agg(p.address order by x.place)
            from unnest(o.members) with ordinality x (n, place) join bench.people p on p.n = x.n),
          'watcher', w.word)
      from bench.organizations o join bench.people a on a.n = o.admin join bench.addresses w on w.n = 0
    union all
    select (select max(height) + 2 from bench.people), 2 * o.id + x.place, p.address,
        json_build_object('topic', 'accept-representation', 'id', o.id, 'representative', p.address)
      from bench.organizations o, unnest(o.members) with ordinality x (n, place) join bench.people p on p.n = x.n
    union all
    select height, place, sender, json_build_object('topic', 'submit-endorsement', 'id', id, 'words', ${digestSql},
        ${peopleSql}, ${wordsSql}, 'block-height', height, 'org', organization)
      from bench.endorsements
    union all
    select height + 1, ${CALLS} + place, sender, json_build_object('topic', 'edit-endorsement', 'id', id, 'words', ${digestSql},
        'editor', sender, ${wordsSql.replace("'title', title", "'title', title || ', and more'")},
        'date', height, 'suggested', false)
      from bench.endorsements where drafted
    union all
    select height + 2, ${2 * CALLS} + place, receiver, json_build_object('topic', 'approve-endorsement', 'id', id,
        'words', ${digestSql}, ${peopleSql}, ${wordsSql}, 'date', height)
      from bench.endorsements where status = 'approved'
    union all
    select height + 2, ${2 * CALLS} + place, receiver, json_build_object('topic', 'burn-endorsement', 'id', id,
        'words', ${digestSql}, ${peopleSql})
      from bench.endorsements where status = 'rejected'`,
  "create index on bench.calls (height)",
  "analyze bench.calls",
];

/** Writes follows and their counts, which are not on chain. */
export const followStatements: string[] = [
  `insert into follows (follower, followee, at)
    select a.address, b.address, f.at from bench.follows f
      join bench.people a on a.n = f.follower join bench.people b on b.n = f.followee`,
  `insert into follow_counts (principal, followers, following)
    select principal, sum(followers), sum(following) from (
      select followee as principal, count(*) as followers, 0 as following from follows group by followee
      union all select follower, 0, count(*) from follows group by follower
    ) either group by principal`,
];
