/** The events of a noun are read in chain order by an index, so that long histories are read in portions. */
export const history = [
  "alter table contract_events add column height bigint",
  `update contract_events e set height = b.height
    from blocks b where b.index_block_hash = e.index_block_hash`,
  "alter table contract_events alter column height set not null",
  "drop index contract_events_subject",
  "create index contract_events_subject on contract_events (subject, height, tx_index, event_index)",
];
