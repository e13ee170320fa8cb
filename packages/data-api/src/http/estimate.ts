import sql, { type Sql } from 'sql-template-tag'
import type { Connections } from '../database.ts'
import { DataError } from '../errors.ts'

/** The fields of a plan that tell how many rows it reads. */
export interface Plan {
  'Node Type': string
  'Parent Relationship'?: string
  'Plan Rows': number
  Plans?: readonly Plan[]
}

/** How often a part of a plan runs when the plan runs once. */
function timesOf(part: Plan, { Plans: parts = [], ...plan }: Plan): number {
  switch (part['Parent Relationship']) {
    case 'SubPlan': {
      // The filter of a plan may run it for each row that is read, so the larger number counts.
      const inputs = parts.filter(({ 'Parent Relationship': relation }) => relation === 'Outer')
      return Math.max(1, plan['Plan Rows'], ...inputs.map((input) => input['Plan Rows']))
    }
    case 'Inner': {
      const outer = parts.find(({ 'Parent Relationship': relation }) => relation === 'Outer')
      return plan['Node Type'] === 'Nested Loop' ? Math.max(1, outer?.['Plan Rows'] ?? 1) : 1
    }
    default:
      return 1
  }
}

/** Estimates how many rows a plan reads, each as often as it is read: those of an embed for each row that has it. */
export function rowsOfPlan(plan: Plan): number {
  const parts = plan.Plans ?? []
  return parts.reduce((sum, part) => sum + timesOf(part, plan) * rowsOfPlan(part), plan['Plan Rows'])
}

/**
 * Refuses a statement that would read too many rows by the estimate of PostgreSQL, before it runs.
 * @throws DataError 413
 */
export async function refuseManyRows(connections: Connections, statement: Sql, most: number): Promise<void> {
  if (most === Infinity) return
  const [row] = await connections.read<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    sql`explain (format json) ${statement}`,
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  const rows = plan === undefined ? 0 : rowsOfPlan(plan)
  if (rows > most)
    throw new DataError(
      413,
      '54000',
      `The request would read about ${Math.ceil(rows)} rows, more than ${most}`,
      {
        hint: 'Ask for fewer rows or embedded resources: filter them, or give embeds a limit.',
      },
    )
}
