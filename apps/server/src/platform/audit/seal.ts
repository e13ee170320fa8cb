import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { inTransaction } from '../database/index.ts'
import { anyOf, type Connection, tablesOn } from '../database/tables-on.ts'
import { type Anchor, type Chain, type Link, type Seal, START } from './chain.ts'
import { CONTENT_DIGEST } from './content.ts'
import type { Columns } from '../database/columns.ts'

/** Rows that one transaction seals at most. */
const BATCH = 200

/** Reads the newest anchor; undefined if no rows were dropped yet. */
export async function readAnchor(client: Connection): Promise<Anchor | undefined> {
  const row = await tablesOn(client)
    .selectFrom('core.audit_anchors')
    .select(['number', 'digest', 'before', 'mac', 'key_id'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { number: row.number, digest: row.digest, before: row.before, mac: row.mac, keyId: row.key_id }
}

/** Reads the link before the next seal. */
export async function readHead(client: Connection): Promise<Link> {
  const last = await tablesOn(client)
    .selectFrom('core.audit_seals')
    .select(['number', 'digest'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? (await readAnchor(client)) ?? START
}

async function storeSeals(client: ClientBase, seals: readonly Seal[]): Promise<void> {
  const rowIds = seals.map(({ rowId }) => rowId)
  await client.query(sql`
    insert into core.audit_seals (number, row_id, content, digest, mac, key_id)
    select * from unnest(
      ${seals.map(({ number }) => number)}::bigint[],
      ${rowIds}::uuid[],
      ${seals.map(({ content }) => content)}::bytea[],
      ${seals.map(({ digest }) => digest)}::bytea[],
      ${seals.map(({ mac }) => mac)}::bytea[],
      ${seals.map(({ keyId }) => keyId)}::text[]
    )`)
  await tablesOn(client).deleteFrom('core.audit_unsealed').where('row_id', '=', anyOf(rowIds)).execute()
}

/** Seals a batch of rows. @returns their number; undefined if another process is sealing */
async function sealBatch(pool: Pool, chain: Chain): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    const lock = await client.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('binnacle audit seals', 0)) as held`,
    )
    if (lock.rows[0]?.held !== true) return undefined
    const waiting = await client.query<
      Columns<'core.audit_unsealed', 'row_id'> & { content: Buffer | null }
    >(sql`
      select waiting.row_id, case when row.id is not null then ${CONTENT_DIGEST} end as content
      from (select row_id from core.audit_unsealed order by row_id limit ${BATCH}) as waiting
      left join core.audit_log as row on row.id = waiting.row_id
      order by waiting.row_id`)
    if (waiting.rows.length === 0) return 0
    let head = await readHead(client)
    const seals: Seal[] = []
    for (const { row_id: rowId, content } of waiting.rows) {
      const seal = chain.seal(head, rowId, content ?? undefined)
      seals.push(seal)
      head = seal
    }
    await storeSeals(client, seals)
    return seals.length
  })
}

/**
 * Seals all committed rows in the order of their ids. Writers never wait for it, and one process at a time seals.
 * @param most approximate number of rows after which it stops
 * @returns number of rows sealed by this call
 */
export async function sealRows(pool: Pool, chain: Chain, most = Infinity): Promise<number> {
  let sealed = 0
  while (sealed < most) {
    const count = await sealBatch(pool, chain)
    sealed += count ?? 0
    if (count === undefined || count < BATCH) break
  }
  return sealed
}

/**
 * Drops the seals of dropped rows, and writes an anchor with the new start of the chain.
 * @param client in the transaction that drops the rows
 * @param before rows with lower ids were dropped
 */
export async function dropSeals(client: ClientBase, chain: Chain, before: string): Promise<void> {
  // The sealer uses the anchor as the head of an empty chain, so it must not run meanwhile.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('binnacle audit seals', 0))`)
  const tables = tablesOn(client)
  await tables.deleteFrom('core.audit_unsealed').where('row_id', '<', before).execute()
  // Ids and numbers have nearly the same order. A few rows out of order are dropped and keep their seal.
  const firstKept = tables
    .selectFrom('core.audit_seals')
    .select(({ fn }) => fn.min('number').as('number'))
    .where('row_id', '>=', before)
  const lastGone = await tables
    .selectFrom('core.audit_seals')
    .select(['number', 'digest'])
    .where('number', '<', ({ fn }) => fn.coalesce(firstKept, fragment<number>`9223372036854775807`))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = lastGone ?? (await readAnchor(client))
  if (last === undefined) return
  const { number, digest, mac, keyId } = chain.anchor(last, before)
  // Rows without a partition are dropped at other times than partitions, perhaps behind the same seal.
  await tables.deleteFrom('core.audit_anchors').where('number', '=', number).execute()
  await tables
    .insertInto('core.audit_anchors')
    .values({ number, digest, before, mac, key_id: keyId })
    .execute()
  await tables.deleteFrom('core.audit_seals').where('number', '<=', number).execute()
}
