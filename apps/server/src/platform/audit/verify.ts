import { HOUR, NIL_ID } from '@binnacle/contract/core'
import sql from 'sql-template-tag'
import { type Anchor, type Chain, type Link, linkDigest, START } from './chain.ts'
import { CONTENT_DIGEST } from './content.ts'
import { readAnchor, readHead } from './seal.ts'
import type { Columns } from '../database/columns.ts'
import { type Connection, tablesOn } from '../database/tables-on.ts'

/** Rows that are read at once, to limit memory. */
const BATCH = 500

/** A digest that somebody noted elsewhere, with the number of its seal. */
export interface ExpectedDigest {
  number: number
  /** in hex */
  digest: string
}

/** The first row that differs from its seal. */
interface Break {
  kind: 'changed' | 'missing' | 'inserted' | 'reordered' | 'truncated' | 'another key'
  /** Position in the chain; undefined for a row outside it. */
  number: number | undefined
  rowId: string | undefined
  time: Date | undefined
  /** One sentence for the operator. */
  reason: string
}

/** Consecutive rows that were sealed with another key. */
interface OtherKey {
  keyId: string
  first: number
  last: number
  time: Date | undefined
}

export interface Verification {
  /** Number of verified rows, and the times of the oldest and the newest. */
  rows: number
  from: Date | undefined
  to: Date | undefined
  head: Link
  /** Number of rows that wait for their seal. */
  unsealed: number
  otherKeys: readonly OtherKey[]
  /** Rows with a time more than an hour before that of a row sealed earlier. */
  late: { count: number; firstId: string | undefined }
  broken: Break | undefined
}

interface SealedRow extends Columns<
  'core.audit_seals',
  'number' | 'row_id' | 'content' | 'digest' | 'mac' | 'key_id'
> {
  /** Current digest of the row; null if the row was dropped. */
  found: Buffer | null
  created_at: Date | null
  lost: boolean
}

async function readBatch(
  pool: Connection,
  after: number,
  to: number,
  before: string | null,
): Promise<SealedRow[]> {
  const { rows } = await pool.query<SealedRow>(sql`
    select seal.number, seal.row_id, seal.content, seal.digest, seal.mac, seal.key_id, row.created_at,
      case when row.id is not null then ${CONTENT_DIGEST} end as found,
      row.id is null and (seal.row_id < ${before}::uuid) is not true as lost
    from core.audit_seals as seal
    left join core.audit_log as row on row.id = seal.row_id
    where seal.number > ${after} and seal.number <= ${to}
    order by seal.number limit ${BATCH}`)
  return rows
}

/** The fault of the next seal; undefined if it is valid. */
function faultOf(
  chain: Chain | undefined,
  previous: Link,
  row: SealedRow,
): Pick<Break, 'kind' | 'reason'> | undefined {
  if (row.number !== previous.number + 1)
    return {
      kind: 'missing',
      reason: `seals ${previous.number + 1} to ${row.number - 1} are missing before this row`,
    }
  if (row.lost) return { kind: 'missing', reason: 'the row of this seal is missing' }
  if (row.found?.equals(row.content) === false)
    return { kind: 'changed', reason: 'the row is not what was sealed' }
  if (!linkDigest(previous, row.row_id, row.content).equals(row.digest))
    return { kind: 'reordered', reason: 'the seal does not follow the one before it' }
  if (chain?.isOurs(row) === false)
    return { kind: 'inserted', reason: 'the seal was not made with the secret key' }
  return undefined
}

/** Finds the first row that is neither sealed nor waiting for a seal. */
async function findBypass(
  pool: Connection,
): Promise<Columns<'core.audit_log', 'id' | 'created_at'> | undefined> {
  let after = NIL_ID
  for (;;) {
    const { rows } = await pool.query<
      Columns<'core.audit_log', 'id' | 'created_at'> & { bypassed: boolean }
    >(sql`
      select id, created_at,
        not exists (select from core.audit_seals where row_id = row.id)
        and not exists (select from core.audit_unsealed where row_id = row.id) as bypassed
      from (select id, created_at from core.audit_log where id > ${after} order by id limit ${BATCH * 10}) as row
      order by id`)
    const found = rows.find(({ bypassed }) => bypassed)
    if (found !== undefined) return found
    const last = rows.at(-1)
    if (last === undefined) return undefined
    after = last.id
  }
}

/** The fault of the anchor; undefined if it is valid. Only its own key vouches for it, because later seals do not cover it. */
function anchorFault(chain: Chain | undefined, { number, keyId, ...anchor }: Anchor): Break | undefined {
  const at = { number, rowId: undefined, time: undefined }
  const what = 'the anchor that stands for dropped rows'
  if (chain === undefined)
    return { ...at, kind: 'another key', reason: `${what} was made with key ${keyId}, which was not given` }
  if (chain.isOurAnchor({ number, keyId, ...anchor })) return undefined
  return { ...at, kind: 'changed', reason: `${what} was not made with the secret key` }
}

/** Compares noted digests, and finds rows of other keys for which no noted digest vouches. */
function unexpected(
  expected: readonly ExpectedDigest[],
  seen: ReadonlySet<ExpectedDigest>,
  start: Link,
  head: Link,
  otherKeys: readonly OtherKey[],
): Break | undefined {
  for (const one of expected) {
    const at = { number: one.number, rowId: undefined, time: undefined }
    if (one.number > head.number)
      return { ...at, kind: 'truncated', reason: `the chain ends at seal ${head.number}, before this one` }
    if (one.number === start.number && one.digest === start.digest.toString('hex')) continue
    if (one.number <= start.number)
      return {
        ...at,
        kind: 'missing',
        reason: `rows up to seal ${start.number} were dropped for their age, so this digest can't be compared`,
      }
    if (!seen.has(one)) return { ...at, kind: 'changed', reason: 'its digest is not the expected one' }
  }
  const vouched = Math.max(0, ...expected.map(({ number }) => number))
  const unknown = otherKeys.find(({ last }) => last > vouched)
  if (unknown === undefined) return undefined
  return {
    kind: 'another key',
    number: unknown.first,
    rowId: undefined,
    time: unknown.time,
    reason: `rows ${unknown.first} to ${unknown.last} were sealed with key ${unknown.keyId}, which was not given`,
  }
}

/**
 * Verifies the whole chain and finds the first row that differs from its seal. It reads rows in batches and without a lock,
 * so that the product can run meanwhile.
 * @param chains of the current key and of earlier keys
 */
export async function verifyChain(
  pool: Connection,
  chains: readonly Chain[],
  expected: readonly ExpectedDigest[] = [],
): Promise<Verification> {
  const byKey = new Map(chains.map((chain) => [chain.keyId, chain]))
  const anchor = await readAnchor(pool)
  const start: Link = anchor ?? START
  const head = await readHead(pool)
  let previous = start
  let newest = 0
  const seen = new Set<ExpectedDigest>()
  const otherKeys: OtherKey[] = []
  const late: { count: number; firstId: string | undefined } = { count: 0, firstId: undefined }
  const found: Verification = {
    rows: 0,
    from: undefined,
    to: undefined,
    head,
    unsealed: 0,
    otherKeys,
    late,
    broken: anchor && anchorFault(byKey.get(anchor.keyId), anchor),
  }

  function note(row: SealedRow): void {
    const last = otherKeys.at(-1)
    const time = row.created_at ?? undefined
    if (!byKey.has(row.key_id)) {
      if (last?.keyId === row.key_id && last.last === row.number - 1) last.last = row.number
      else otherKeys.push({ keyId: row.key_id, first: row.number, last: row.number, time })
    }
    for (const one of expected)
      if (one.number === row.number && one.digest === row.digest.toString('hex')) seen.add(one)
    if (time === undefined) return
    if (found.from === undefined || time < found.from) found.from = time
    if (found.to === undefined || time > found.to) found.to = time
    if (time.getTime() < newest - HOUR) {
      late.count += 1
      late.firstId ??= row.row_id
    }
    newest = Math.max(newest, time.getTime())
    found.rows += 1
  }

  while (found.broken === undefined && previous.number < head.number) {
    const rows = await readBatch(pool, previous.number, head.number, anchor?.before ?? null)
    if (rows.length === 0) {
      const reason = `seals ${previous.number + 1} to ${head.number} are missing`
      found.broken = { kind: 'missing', number: head.number, rowId: undefined, time: undefined, reason }
    }
    for (const row of rows) {
      const fault = faultOf(byKey.get(row.key_id), previous, row)
      if (fault !== undefined) {
        found.broken = {
          ...fault,
          number: row.number,
          rowId: row.row_id,
          time: row.created_at ?? undefined,
        }
        break
      }
      note(row)
      previous = row
    }
  }
  if (found.broken !== undefined) {
    // Old rows, and with them the start of the chain, may have been dropped meanwhile. Then start again after them.
    const now = await readAnchor(pool)
    return (now?.number ?? 0) === (anchor?.number ?? 0) ? found : verifyChain(pool, chains, expected)
  }
  const bypass = await findBypass(pool)
  if (bypass !== undefined) {
    const reason = 'the row is not sealed and does not wait for a seal'
    found.broken = {
      kind: 'inserted',
      number: undefined,
      rowId: bypass.id,
      time: bypass.created_at,
      reason,
    }
  }
  const { unsealed } = await tablesOn(pool)
    .selectFrom('core.audit_unsealed')
    .select(({ fn }) => fn.countAll<number>().as('unsealed'))
    .executeTakeFirstOrThrow()
  found.unsealed = unsealed
  found.broken ??= unexpected(expected, seen, start, head, otherKeys)
  return found
}
