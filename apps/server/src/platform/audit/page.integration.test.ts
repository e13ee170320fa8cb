import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

const ROWS = 100_000

let app: TestApp
let admin: TestBrowser
let person: string
/** The partition that holds the rows. */
let full: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  person = (await admin.send('GET', '/api/whoami')).body.payload.user.id
  const client = await app.database.pool.connect()
  // Their seals are not what this is about.
  await client.query(`set session_replication_role = 'replica'; set statement_timeout = 0`)
  await client.query(
    `insert into core.audit_log
       (id, created_at, person_id, actor, address, action, resource, resource_id, resource_name, after)
     select core.new_id(), now() - make_interval(secs => number * 30), case when number % 50 = 0 then $1::uuid
       else md5((number % 200)::text)::uuid end, 'person' || number % 200 || '@example.com',
       '10.0.' || number % 100 || '.' || number % 250,
       (array['create', 'update', 'delete', 'sign in', 'refused', 'export'])[1 + number % 6],
       (array['canaries', 'people', 'sessions', 'connections', 'teams'])[1 + number % 5],
       'id ' || number % 1000, 'thing number ' || number, '{"name": "x"}'
     from generate_series(1, ${ROWS}) as number`,
    [person],
  )
  // Like a table of any age: rows that still wait for their place in the index of words would make it look slow.
  await client.query('vacuum (analyze) core.audit_log')
  client.release(true)
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select relname as name from core.audit_log as row join pg_class on pg_class.oid = row.tableoid group by 1`,
  )
  full = rows.map(({ name }) => name).join(' ')
}, 120_000)

const columns =
  'id, created_at, person_id, actor, address, action, resource, resource_id, resource_name, occurrences'

/** The plan of a page as the data service asks for it. */
async function planOf(condition: string, values: readonly unknown[], direction = 'desc'): Promise<string> {
  const { rows } = await app.database.pool.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select coalesce(json_agg(_r.*), '[]')::text as body, count(*) as rows from (
       select ${columns} from api.audit_log ${condition}
       order by created_at ${direction}, id ${direction} limit 50
     ) as _r`,
    [...values],
  )
  return JSON.stringify(rows[0]?.['QUERY PLAN'])
}

const day = () => new Date(Date.now() - 86_400_000)

test.each<[string, string, () => unknown[], string]>([
  ['the default view', '', () => [], 'created'],
  ['one person', 'where person_id = $1', () => [person], 'person'],
  ['an action', 'where action = $1', () => ['sign in'], ''],
  ['a rare action', 'where action = $1', () => ['no such action'], 'action'],
  ['a rare resource', 'where resource = $1', () => ['no such resource'], 'resource'],
  ['an address', 'where address = $1', () => ['10.0.7.107'], 'address'],
  ['a range of time', 'where created_at >= $1', () => [day()], 'created'],
  // In one row, so that the sample of the statistics hardly ever has it.
  ['free text', 'where words ilike $1', () => ['%number 47119%'], 'expr'],
  [
    'several of them',
    'where person_id = $1 and action = $2 and words ilike $3 and created_at >= $4',
    () => [person, 'update', '%number%', day()],
    '',
  ],
])('%s is found by an index among 100,000 rows', async (_what, condition, values, index) => {
  for (const direction of ['desc', 'asc']) {
    const plan = await planOf(condition, values(), direction)
    // The partition of next month is empty, and read by no index.
    expect(plan).not.toMatch(new RegExp(`"Seq Scan"[^{}]*"Relation Name":"${full}"`))
    expect(plan).toMatch(new RegExp(`"Index Name":"audit_log_[^"]*${index}`))
  }
})

test('a page is answered with its rows and their number', async () => {
  const answer = await admin.send(
    'GET',
    `/api/db/audit_log?select=id,words&words=ilike.*number 4711*&order=created_at.desc,id.desc&limit=50`,
    { headers: { prefer: 'count=exact' } },
  )
  expect(answer.body).toHaveLength(11)
  expect(answer.headers.get('content-range')).toBe('0-10/11')
})
