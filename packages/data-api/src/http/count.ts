import { DatabaseError } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Count, Connections } from '../database.ts'
import type { Settings } from '../plan/request.ts'
import type { Node } from '../plan/tree.ts'
import type { Preferences } from '../request/prefer.ts'
import { nodeConditions, where } from '../sql/conditions.ts'
import type { Compilation } from '../sql/fields.ts'
import { compileRows } from '../sql/read.ts'

/** Number of rows without limit and offset, and how it was determined. */
export interface Total {
  total: number
  applied: 'exact' | 'planned' | 'estimated'
}

/** The statement whose rows are counted. */
export function countedRows(node: Node, from: Sql, compilation: Compilation): Sql {
  const whole: Node = { ...node, limit: undefined, offset: undefined, order: undefined }
  const rows = compileRows(whole, from, [], compilation)
  if (rows.aggregated) return sql`select 1 from (${rows.sql}) as _c`
  return sql`select 1 from ${from}${where(nodeConditions(node, compilation))}`
}

interface Plan {
  'Plan Rows': number
}

async function planned(connections: Connections, rows: Sql): Promise<number> {
  const [row] = await connections.read<{ 'QUERY PLAN': { Plan: Plan }[] }>(sql`explain (format json) ${rows}`)
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

async function exact(connections: Connections, rows: Sql, limit: number | undefined): Promise<number> {
  const bounded = limit === undefined ? rows : sql`${rows} limit ${limit}`
  const [row] = await connections.read<{ count: string }>(
    sql`select count(*) as count from (${bounded}) as _c`,
  )
  return Number(row?.count ?? 0)
}

const QUERY_CANCELED = '57014'

/** Counts within a time budget. @returns undefined if the time ran out */
async function withinBudget(
  connections: Connections,
  rows: Sql,
  milliseconds: number,
): Promise<number | undefined> {
  try {
    return await connections.transact(async (transaction) => {
      await transaction.query(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`)
      const [row] = await transaction.query<{ count: Count }>(
        sql`select count(*) as count from (${rows}) as _c`,
      )
      return { result: Number(row?.count ?? 0), undo: true }
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED) return undefined
    throw error
  }
}

/** If answers have no row limit, an estimate counts exactly up to this many rows. */
const ESTIMATE_FROM = 1_000

/**
 * Returns the total that a request asks for.
 * An estimate is exact up to the most rows of an answer. `countBudget` limits an exact count in milliseconds; then an
 * estimate takes its place. Estimates would reveal hidden rows, so if rows may be hidden there is no total beyond the
 * budget.
 */
export async function countRows(
  connections: Connections,
  kind: NonNullable<Preferences['count']>,
  node: Node,
  from: Sql,
  compilation: Compilation,
  { limits, countBudget: budget }: Pick<Settings<unknown>, 'limits' | 'countBudget'>,
): Promise<Total | undefined> {
  const rows = countedRows(node, from, compilation)
  if (compilation.rights.restricted) {
    const total =
      budget === undefined
        ? await exact(connections, rows, undefined)
        : await withinBudget(connections, rows, budget)
    return total === undefined ? undefined : { total, applied: 'exact' }
  }
  if (kind === 'planned') return { total: await planned(connections, rows), applied: 'planned' }
  if (kind === 'estimated') {
    const bound = limits.maximumRows === Infinity ? ESTIMATE_FROM : limits.maximumRows
    const counted = await exact(connections, rows, bound + 1)
    const total = counted <= bound ? counted : Math.max(counted, await planned(connections, rows))
    return { total, applied: 'estimated' }
  }
  if (budget === undefined) return { total: await exact(connections, rows, undefined), applied: 'exact' }
  const counted = await withinBudget(connections, rows, budget)
  if (counted !== undefined) return { total: counted, applied: 'exact' }
  return { total: await planned(connections, rows), applied: 'estimated' }
}
