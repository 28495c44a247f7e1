/**
 * SQL that says whether a transaction is in a canonical block.
 * Looked up for each: as `exists` in a select list it may be hashed for all there are.
 * @param txId an expression
 */
export const inBlockSql = (txId: string) => `coalesce((
  select true from transactions t join blocks b on b.index_block_hash = t.index_block_hash
  where t.tx_id = ${txId} and b.canonical limit 1
), false)`;
