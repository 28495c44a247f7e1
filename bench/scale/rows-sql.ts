// The rows that the indexer would write for a made-up chain, as one SQL statement a table. What comes out is
// compared with the indexer's own work, row by row, on a sample: see verify.ts.

/** Calls of one kind in a block. */
const CALLS = 100;

/** 2025-06-15; a block every five seconds from there. */
const timeSql = (height: string) => `(1750000000 + ${height} * 5)`;
const hashSql = (text: string) => `'0x' || encode(sha256((${text})::bytea), 'hex')`;
const blockHashSql = (height: string) => hashSql(`'block ' || (${height})`);
const txIdSql = (height: string, index: string) =>
  hashSql(`'transaction ' || (${height}) || '.' || (${index})`);
const jsonSql = (text: string) => `to_json(${text})::text`;

/** The block of people, of the watcher and the organizations, and the first of endorsements. */
const lastPeopleSql = `(select max(height) from bench.people)`;

/** Where endorsement `d` is submitted; it is edited one block later, and decided two blocks later. */
const submitted = { height: "d.height", index: `((d.id - 1) % ${CALLS})` };
const edited = { height: "(d.height + 1)", index: `(${CALLS} + (d.id - 1) % ${CALLS})` };
const decided = { height: "(d.height + 2)", index: `(${2 * CALLS} + (d.id - 1) % ${CALLS})` };

/** Made-up people and endorsements, from which every row is derived. */
export const draftStatements = {
  /** Needs `bench.addresses (n, address)`, `bench.beginnings` and `bench.endings (n, word)`, from 0. */
  people: `create table bench.people as
    select a.n, a.address, b.word || e.word || a.n as bns_name, 'btc' as bns,
      case when a.n % 10 = 0 then null else
        'I build things on Stacks, and “write” about them — ' || b.word || ' ' || e.word || '.' end as statement,
      'ipfs://bafkreif2bmjl62ajbpm2xf5t3ii6zsn4e5nnfr6xxvcgtc5tty7ndnsvqu' as image,
      1 + (a.n - 1) / ${CALLS} as height, (a.n - 1) % ${CALLS} as tx_index
    from bench.addresses a
      join bench.beginnings b on b.n = (a.n * 7919) % (select count(*) from bench.beginnings)
      join bench.endings e on e.n = (a.n * 104729 / 7) % (select count(*) from bench.endings)
    where a.n > 0`,
  organizations: (count: number, people: number) => `create table bench.organizations as
    select n as id, 'Guild of Number ' || n as name, 'ipfs://bafkreif2bmjl62ajbpm2xf5t3ii6zsn4e5nnfr6xxvcgtc5tty7ndnsvqu' as logo,
      'We teach what we know.' as description, 'https://guild' || n || '.example' as website,
      1 + (n * 31) % ${people} as admin,
      array[1 + (n * 31) % ${people}, 1 + (n * 31 + 1) % ${people}, 1 + (n * 31 + 2) % ${people}] as representatives
    from generate_series(1, ${count}) n`,
  /** Some people earn far more than others; who sends is even. */
  picks: (
    endorsements: number,
    people: number,
    organizations: number,
  ) => `create table bench.picks as
    select id, 1 + floor(${people} * random())::int as sender, 1 + floor(${people} * random() ^ 2)::int as receiver,
      case when random() < 0.1 then 1 + floor(${organizations} * random())::int end as organization_id,
      random() as fate, floor(random() * 12)::int as category
    from generate_series(1, ${endorsements}) id`,
  endorsements: (people: number) => `create table bench.endorsements as
    select p.id, s.address as sender, r.address as receiver, p.organization_id, o.name as organization_name,
      case when p.fate < 0.7 then 'approved' when p.fate < 0.95 then 'pending' else 'rejected' end as status,
      (p.fate >= 0.94 and p.fate < 0.95) as drafted,
      coalesce(c.name, 'N/A') as category,
      coalesce(c.image, 'https://images.example/' || p.id || '.png') as image,
      'For work well done, no. ' || p.id as title,
      'We worked together on release ' || p.id % 97 || ', and I saw care in every detail: "tests first", honest reviews, and patience with newcomers. The part about forks — the hard one — was theirs from the first line to the last.' as description,
      ${lastPeopleSql} + 2 + (p.id - 1) / ${CALLS} as height
    from (
      select id, sender, case when receiver = sender then receiver % ${people} + 1 else receiver end as receiver,
        organization_id, fate, category from bench.picks
    ) p
      join bench.people s on s.n = p.sender join bench.people r on r.n = p.receiver
      left join bench.categories c on c.n = p.category left join bench.organizations o on o.id = p.organization_id
    order by p.id`,
  follows: (follows: number, people: number) => `create table bench.follows as
    select distinct on (follower, followee) follower, followee, at from (
      select 1 + floor(${people} * random())::int as follower, 1 + floor(${people} * random() ^ 2)::int as followee,
        1760000000000 + n as at from generate_series(1, ${Math.ceil(follows * 1.03)}) n
    ) drawn where follower <> followee`,
};

/** Calls that succeed and print one event each: the rows of transactions, events and parties. */
function callsSql(
  topic: string,
  { height, index }: { height: string; index: string },
  call: {
    from: string;
    sender: string;
    subject: string;
    payload: string;
    parties: string;
    endorsement?: string;
    organization?: string;
  },
): string {
  return `with source as materialized (
      select ${height} as height, ${index} as tx_index, ${call.sender} as sender, ${call.subject} as subject,
        ${call.payload} as payload, ${call.parties} as parties,
        ${call.endorsement ?? "null::bigint"} as endorsement_id, ${call.organization ?? "null::bigint"} as organization_id,
        ${blockHashSql(height)} as block, ${txIdSql(height, index)} as tx_id, ${timeSql(height)} * 1000::bigint as at,
        'c' || lpad((${height})::text, 10, '0') || '.' || lpad((${index})::text, 6, '0') as position
      from ${call.from}
    ), called as (
      insert into transactions (index_block_hash, tx_index, tx_id, sender, function_name, status, listed, at, position)
      select block, tx_index, tx_id, sender, '${topic}', 'success', false, at, position from source
    ), printed as (
      insert into contract_events (index_block_hash, tx_index, event_index, tx_id, topic, subject, payload)
      select block, tx_index, tx_index, tx_id, '${topic}', subject, payload from source
    )
    insert into event_parties (principal, index_block_hash, tx_index, event_index, at, position, endorsement_id, organization_id)
    select distinct on (block, tx_index, principal) principal, block, tx_index, tx_index, at,
      position || '.' || lpad(tx_index::text, 7, '0'), endorsement_id, organization_id
    from source, unnest(parties) principal`;
}

const wordsSql = (title: string) =>
  `'"title":' || ${jsonSql(title)} || ',"description":' || ${jsonSql("d.description")} || ',"image":' || ${jsonSql("d.image")}`;
const newTitle = "d.title || ', and more'";
const organizationSql = `coalesce('{"id":' || d.organization_id || ',"name":' || ${jsonSql("d.organization_name")} || '}', 'null')`;
const representativesSql = `(select coalesce(json_agg(p.address order by x.place), '[]')::text from unnest(o.representatives) with ordinality x (n, place) join bench.people p on p.n = x.n)`;
const withoutSpaces = (list: string) => `replace(${list}, '", "', '","')`;
const endorsementCall = {
  subject: "'endorsements:' || d.id",
  parties: "array[d.sender, d.receiver]",
  endorsement: "d.id",
};
const peopleOfSql = `'"sender":"' || d.sender || '","receiver":"' || d.receiver || '"'`;

/** Fills the tables that keep the chain as it was received. */
export const chainStatements: string[] = [
  `insert into blocks (index_block_hash, parent_index_block_hash, height, block_time, canonical)
    select ${blockHashSql("h")}, case h when 1 then '0x' || repeat('0', 64) else ${blockHashSql("h - 1")} end,
      h, ${timeSql("h")}, true
    from generate_series(1, (select max(height) + 2 from bench.endorsements)) h order by h`,
  callsSql(
    "register-profile",
    { height: "p.height", index: "p.tx_index" },
    {
      from: "bench.people p",
      sender: "p.address",
      subject: "'profiles:' || p.address",
      payload: `'{"topic":"register-profile","principal":"' || p.address || '","bns":"' || p.bns || '","bns-name":"' || p.bns_name
        || '","statement":' || coalesce(${jsonSql("p.statement")}, 'null') || ',"image":"' || p.image || '"}'`,
      parties: "array[p.address]",
    },
  ),
  callsSql(
    "add-watcher",
    { height: `(${lastPeopleSql} + 1)`, index: "0" },
    {
      from: "bench.watcher w",
      sender: "w.owner",
      subject: "'watchers:' || w.address",
      payload: `'{"topic":"add-watcher","watcher":"' || w.address || '"}'`,
      parties: "array[w.owner, w.address]",
    },
  ),
  callsSql(
    "watcher-new-organization",
    { height: `(${lastPeopleSql} + 1)`, index: "o.id" },
    {
      from: "bench.organizations o join bench.people a on a.n = o.admin cross join bench.watcher w",
      sender: "w.address",
      subject: "'organizations:' || o.id",
      payload: `'{"topic":"watcher-new-organization","id":' || o.id || ',"admin":"' || a.address || '","name":' || ${jsonSql("o.name")}
        || ',"logo":' || ${jsonSql("o.logo")} || ',"description":' || ${jsonSql("o.description")} || ',"website":' || ${jsonSql("o.website")}
        || ',"representatives":' || ${withoutSpaces(representativesSql)} || ',"watcher":"' || w.address || '"}'`,
      parties: `array[a.address, w.address] || (select array_agg(p.address) from bench.people p where p.n = any(o.representatives))`,
      organization: "o.id",
    },
  ),
  callsSql("submit-endorsement", submitted, {
    ...endorsementCall,
    from: "bench.endorsements d",
    sender: "d.sender",
    payload: `'{"topic":"submit-endorsement","id":' || d.id || ',"revision":1,' || ${peopleOfSql} || ',' || ${wordsSql("d.title")}
      || ',"block-height":' || d.height || ',"org":' || ${organizationSql} || '}'`,
  }),
  callsSql("edit-endorsement", edited, {
    ...endorsementCall,
    from: "bench.endorsements d where d.drafted",
    sender: "d.sender",
    payload: `'{"topic":"edit-endorsement","id":' || d.id || ',"revision":2,"editor":"' || d.sender || '",' || ${wordsSql(newTitle)}
      || ',"date":' || d.height || ',"accepted":true}'`,
  }),
  callsSql("approve-endorsement", decided, {
    ...endorsementCall,
    from: "bench.endorsements d where d.status = 'approved'",
    sender: "d.receiver",
    payload: `'{"topic":"approve-endorsement","id":' || d.id || ',"revision":1,' || ${peopleOfSql} || ',' || ${wordsSql("d.title")} || '}'`,
  }),
  callsSql("burn-endorsement", decided, {
    ...endorsementCall,
    from: "bench.endorsements d where d.status = 'rejected'",
    sender: "d.receiver",
    payload: `'{"topic":"burn-endorsement","id":' || d.id || ',"revision":1,' || ${peopleOfSql} || '}'`,
  }),
];

/** Fills the tables that are folded from the chain, follows, and the cursor. */
export const stateStatements: string[] = [
  "insert into watchers (principal) select address from bench.watcher",
  `insert into organizations (id, state, brief, card, admin, name_key, search, issued)
    select o.id,
      '{"id":' || o.id || ',"admin":"' || a.address || '","name":' || ${jsonSql("o.name")} || ',"logo":' || ${jsonSql("o.logo")}
        || ',"description":' || ${jsonSql("o.description")} || ',"website":' || ${jsonSql("o.website")}
        || ',"representatives":' || r.list || '}',
      b.brief,
      left(b.brief, -1) || ',"description":' || ${jsonSql("o.description")} || ',"website":' || ${jsonSql("o.website")}
        || ',"admin":"' || a.address || '","representatives":' || r.list,
      a.address, o.name, lower(o.name),
      (select count(*) from bench.endorsements e where e.organization_id = o.id and e.status = 'approved')
    from bench.organizations o join bench.people a on a.n = o.admin
      cross join lateral (select '{"id":' || o.id || ',"name":' || ${jsonSql("o.name")} || ',"logoUrl":' || ${jsonSql("o.logo")} || '}' as brief) b
      cross join lateral (select ${withoutSpaces(representativesSql)} as list) r`,
  `insert into representatives (organization_id, principal, place)
    select o.id, p.address, x.place - 1 from bench.organizations o, unnest(o.representatives) with ordinality x (n, place)
      join bench.people p on p.n = x.n`,
  `insert into profiles (address, registered, state, brief, statement, name_key, search, earned, issued, pending)
    select p.address, true,
      '{"address":"' || p.address || '","bnsName":"' || p.bns_name || '","bns":"' || p.bns || '","statement":'
        || coalesce(${jsonSql("p.statement")}, 'null') || ',"image":"' || p.image || '"}',
      '{"address":"' || p.address || '","bns_name":"' || p.bns_name || '","bns":"' || p.bns || '","profileImageUrl":"' || p.image || '"}',
      coalesce(${jsonSql("p.statement")}, 'null'), p.bns_name || '.' || p.bns, p.bns_name || '.' || p.bns,
      coalesce(r.earned, 0), coalesce(s.issued, 0), coalesce(r.pending, 0)
    from bench.people p
      left join (select sender, count(*) filter (where status = 'approved') as issued from bench.endorsements group by sender) s
        on s.sender = p.address
      left join (select receiver, count(*) filter (where status = 'approved') as earned,
        count(*) filter (where status = 'pending') as pending from bench.endorsements group by receiver) r
        on r.receiver = p.address
    order by p.n`,
  `insert into endorsements (id, state, fragment, sender, receiver, organization_id, category, status, shown, search)
    select d.id,
      '{"id":' || d.id || ',' || ${peopleOfSql} || ',"words":{' || ${wordsSql("d.title")} || '},"draft":'
        || case when d.drafted then '{' || ${wordsSql(newTitle)} || ',"accepted":true,"editor":"' || d.sender || '"}' else 'null' end
        || ',"revision":' || d.revision || ',"organization":' || ${organizationSql}
        || ',"status":"' || d.status || '","shown":true,"txId":"' || d.tx_id || '","submittedAt":' || d.time || '}',
      '{"id":' || d.id || ',"approved":' || (d.status = 'approved') || ',"shown":true,"title":' || ${jsonSql("d.title")}
        || ',"endorsement":' || ${jsonSql("d.description")} || ',"milestoneURI":' || ${jsonSql("d.image")}
        || ',"category":"' || d.category || '","date":"' || to_char(to_timestamp(d.time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')
        || '","revision":' || d.revision || ',"txId":"' || d.tx_id || '"'
        || case when d.drafted then ',"draft":{"title":' || ${jsonSql(newTitle)} || ',"endorsement":' || ${jsonSql("d.description")}
          || ',"milestoneURI":' || ${jsonSql("d.image")} || ',"accepted":true,"editor":"' || d.sender || '"}' else '' end
        || coalesce(',"organization":' || o.brief, ''),
      d.sender, d.receiver, d.organization_id, d.category, d.status, true,
      case d.status when 'rejected' then '' else s.search || E'\\n' || r.search || E'\\n' || coalesce(o.search, '') end
    from (select *, ${txIdSql(submitted.height, submitted.index)} as tx_id, ${timeSql("height")} as time,
        case when drafted then 2 else 1 end as revision from bench.endorsements d) d
      join profiles s on s.address = d.sender join profiles r on r.address = d.receiver
      left join organizations o on o.id = d.organization_id
    order by d.id`,
  `insert into follows (follower, followee, at)
    select a.address, b.address, f.at from bench.follows f
      join bench.people a on a.n = f.follower join bench.people b on b.n = f.followee`,
  `insert into follow_counts (principal, followers, following)
    select principal, sum(followers), sum(following) from (
      select followee as principal, count(*) as followers, 0 as following from follows group by followee
      union all select follower, 0, count(*) from follows group by follower
    ) either group by principal`,
  `update cursor set index_block_hash = (select index_block_hash from blocks order by height desc limit 1), revision = 1`,
];

/** The same endorsements in columns, as one would keep them without fragments: what the reads are compared with. */
export const plainStatements: string[] = [
  "create schema plain",
  `create table plain.profiles as select address, bns_name, bns, image, statement from bench.people`,
  "alter table plain.profiles add primary key (address)",
  `create table plain.organizations as select id, name, logo from bench.organizations`,
  "alter table plain.organizations add primary key (id)",
  `create table plain.endorsements as
    select id, sender, receiver, organization_id, status, true as shown, title, description, image, category,
      to_timestamp(${timeSql("height")}) as submitted_at, case when drafted then 2 else 1 end as revision,
      ${txIdSql(submitted.height, submitted.index)} as tx_id,
      case when drafted then ${newTitle} end as draft_title,
      case when drafted then description end as draft_description, case when drafted then image end as draft_image,
      case when drafted then true end as draft_accepted, case when drafted then sender end as draft_editor
    from bench.endorsements d order by id`,
  "alter table plain.endorsements add primary key (id)",
  "create index on plain.endorsements (id desc) where status <> 'rejected'",
  "create index on plain.endorsements (sender, id desc) where status <> 'rejected'",
  "create index on plain.endorsements (receiver, id desc) where status <> 'rejected'",
];
