import type { ClientBase } from 'pg'
import type { Columns } from '../../../platform/database/columns.ts'
import type { WrittenChanges } from './write/write-changes.ts'
import type { HeldDeletions } from './decide/decide.ts'
import type { RunCounts } from './input.ts'
import type { StagingContext } from './stage/staged.ts'

/** Counts of nothing. */
function noCounts(): RunCounts {
  return {
    added: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    restored: 0,
    leftOut: 0,
    held: 0,
    changes: { stored: 0, grouped: 0, ignored: 0, excluded: 0, orphaned: 0 },
    insights: 0,
    costs: 0,
    warnings: 0,
    errors: 0,
    edges: 0,
  }
}

const counted = { add: 'added', update: 'updated', keep: 'unchanged', restore: 'restored' } as const

/** What a run wrote besides items. */
export interface OtherWrites {
  changes: WrittenChanges
  /** By type of the items. */
  insights: ReadonlyMap<string, number>
  leftOut: ReadonlyMap<string, number>
}

/** Counts by type how items change, and what was found of them. */
export async function countTypes(
  client: ClientBase,
  held: readonly HeldDeletions[],
  { faults, drops }: StagingContext,
  { changes, insights, leftOut }: OtherWrites,
): Promise<Record<string, RunCounts>> {
  const types: Record<string, RunCounts> = {}
  const of = (type: string) => (types[type] ??= noCounts())
  for (const [type, counts] of changes.types) Object.assign(of(type).changes, counts)
  for (const { itemType, reason, count } of drops.byItemType) of(itemType).changes[reason] += count
  for (const [type, count] of insights) of(type).insights = count
  for (const [type, count] of leftOut) of(type).leftOut = count
  for (const { kind, type } of faults)
    if (type !== undefined) of(type)[kind === 'fault' ? 'errors' : 'warnings'] += 1
  const items = await client.query<{ type: string; does: keyof typeof counted; count: number }>(
    `select type, does, count(*)::int as count from staged_items
     where does in ('add', 'update', 'keep', 'restore') group by 1, 2`,
  )
  for (const { type, does, count } of items.rows) of(type)[counted[does]] += count
  const gone = await client.query<Columns<'core.config_items', 'type'> & { count: number }>(
    `select items.type, count(*)::int as count from staged_gone as gone
     join core.config_items as items on items.id = gone.config_id group by 1`,
  )
  for (const { type, count } of gone.rows) of(type).deleted += count
  for (const { type, count } of held) of(type).held += count
  return types
}

const summed = [
  'added',
  'updated',
  'unchanged',
  'deleted',
  'restored',
  'leftOut',
  'held',
  'insights',
] as const

/** Sums over types. What has no type counts here only. */
export function sumCounts(
  types: Readonly<Record<string, RunCounts>>,
  { changes }: OtherWrites,
  { drops, faults, moreFaults }: StagingContext,
  { edges, costs }: { edges: number; costs: number },
): RunCounts {
  const sums = { ...noCounts(), edges, costs }
  for (const each of Object.values(types)) for (const name of summed) sums[name] += each[name]
  sums.warnings = faults.filter(({ kind }) => kind === 'item-fault').length
  sums.errors = faults.length + moreFaults - sums.warnings
  Object.assign(sums.changes, { stored: changes.stored, grouped: changes.grouped })
  for (const { reason, count } of drops.all) sums.changes[reason] += count
  return sums
}
