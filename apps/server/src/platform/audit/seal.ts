import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../database/index.ts'
import { type Anchor, type Chain, type Link, type Seal, START } from './chain.ts'
import { CONTENT_DIGEST } from './content.ts'
import type { Columns } from '../database/columns.ts'

/** Rows that one transaction seals at most. */
const BATCH = 200

type AnchorRow = Columns<'core.audit_anchors', 'number' | 'digest' | 'before' | 'mac' | 'key_id'>

/** Reads the newest anchor; undefined if no rows were dropped yet. */
export async function readAnchor(client: Pick<ClientBase, 'query'>): Promise<Anchor | undefined> {
  const { rows } = await client.query<AnchorRow>(
    'select number, digest, before, mac, key_id from core.audit_anchors order by number desc limit 1',
  )
  const [row] = rows
  return row === undefined
    ? undefined
    : { number: row.number, digest: row.digest, before: row.before, mac: row.mac, keyId: row.key_id }
}

/** Reads the link before the next seal. */
export async function readHead(client: Pick<ClientBase, 'query'>): Promise<Link> {
  const { rows } = await client.query<Link>(
    'select number, digest from core.audit_seals order by number desc limit 1',
  )
  return rows[0] ?? (await readAnchor(client)) ?? START
}

async function storeSeals(client: ClientBase, seals: readonly Seal[]): Promise<void> {
  await client.query(
    `insert into core.audit_seals (number, row_id, content, digest, mac, key_id)
     select * from unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[], $6::text[])`,
    [
      seals.map(({ number }) => number),
      seals.map(({ rowId }) => rowId),
      seals.map(({ content }) => content),
      seals.map(({ digest }) => digest),
      seals.map(({ mac }) => mac),
      seals.map(({ keyId }) => keyId),
    ],
  )
  await client.query('delete from core.audit_unsealed where row_id = any($1::uuid[])', [
    seals.map(({ rowId }) => rowId),
  ])
}

/** Seals a batch of rows. @returns their number; undefined if another process is sealing */
async function sealBatch(pool: Pool, chain: Chain): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    const lock = await client.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('binnacle audit seals', 0)) as held`,
    )
    if (lock.rows[0]?.held !== true) return undefined
    const waiting = await client.query<{ row_id: string; content: Buffer | null }>(
      `select waiting.row_id, case when row.id is not null then ${CONTENT_DIGEST} end as content
       from (select row_id from core.audit_unsealed order by row_id limit ${BATCH}) as waiting
       left join core.audit_log as row on row.id = waiting.row_id
       order by waiting.row_id`,
    )
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
  await client.query('delete from core.audit_unsealed where row_id < $1', [before])
  // Ids and numbers have nearly the same order. A few rows out of order are dropped and keep their seal.
  const { rows } = await client.query<Link>(
    `select number, digest from core.audit_seals
     where number < coalesce((select min(number) from core.audit_seals where row_id >= $1), 9223372036854775807)
     order by number desc limit 1`,
    [before],
  )
  const last = rows[0] ?? (await readAnchor(client))
  if (last === undefined) return
  const { number, digest, mac, keyId } = chain.anchor(last, before)
  // Rows without a partition are dropped at other times than partitions, perhaps behind the same seal.
  await client.query('delete from core.audit_anchors where number = $1', [number])
  await client.query(
    'insert into core.audit_anchors (number, digest, before, mac, key_id) values ($1, $2, $3, $4, $5)',
    [number, digest, before, mac, keyId],
  )
  await client.query('delete from core.audit_seals where number <= $1', [number])
}
