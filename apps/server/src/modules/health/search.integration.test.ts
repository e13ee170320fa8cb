import { checkFacetsQuery } from '@binnacle/contract/health'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { scopeOf, scopeTables } from './queries/scope.ts'

/** Enough for the planner to prefer an index, as it does with 100,000. */
const CHECKS = 20_000

const manyChecks = `
  with canaries as (
    insert into core.canaries (name, namespace, labels, spec, revision, source)
    select 'canary ' || number, 'default', '{}', '{}', core.new_id(), 'API'
    from generate_series(1, $1::integer / 10) as number
    returning id
  ),
  checks as (
    insert into core.checks (canary_id, type, name, namespace, labels, spec)
    select id, 'http', 'check ' || number, 'default', '{}', '{}' from canaries, generate_series(1, 10) as number
    returning id
  )
  insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, message)
  select id, core.new_id(), 'http', 10000,
    (case when row_number() over () % 20 = 0 then 'unhealthy' else 'healthy' end)::core.health_state,
    'reason ' || row_number() over ()
  from checks`

test('a search among many checks reads no table from end to end', async () => {
  const app = await startTestApp()
  const { pool } = app.database
  await pool.query(manyChecks, [CHECKS])
  await pool.query('vacuum analyze core.checks, core.check_state, core.canaries')
  const { base } = scopeOf(checkFacetsQuery.parse({ query: 'reason 19980' }))
  const statement = sql`select checks.name, state.message from ${scopeTables} where ${base}`
  const { rows } = await pool.query(statement)
  expect(rows).toEqual([{ name: 'check 10', message: 'reason 19980' }])
  const plan = await pool.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
  const lines = plan.rows.map((row) => row['QUERY PLAN'])
  expect(lines.filter((line) => /Seq Scan on (checks|check_state|canaries)/.test(line))).toEqual([])
})
