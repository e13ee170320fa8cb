import { join } from 'node:path'
import { Client } from 'pg'
import type { Product } from './product.ts'

const PER_CANARY = 100

/** Canaries of a hundred checks with labels; one check of fifty fails; each takes its time, from 20 ms to a second. */
const checksOf = `
  with canaries as (
    insert into core.canaries (name, namespace, labels, spec, revision, source)
    select 'canary ' || number, 'space ' || number % 12, '{}', '{}', core.new_id(), 'API'
    from generate_series(1, $1 / ${PER_CANARY}) as number
    returning id, name, namespace
  ),
  checks as (
    insert into core.checks (canary_id, type, name, namespace, description, icon, endpoint, labels, spec)
    select canaries.id, (array['http', 'tcp', 'dns', 'exec'])[1 + number % 4], 'check ' || number, namespace,
      'Watches service ' || number % 400, (array['http', 'tcp', 'dns', 'exec'])[1 + number % 4],
      'https://service-' || number || '.example.com/' || canaries.name,
      jsonb_build_object(
        'team', 'team ' || number % 20, 'tier', (array['web', 'data', 'edge'])[1 + number % 3],
        'service', 'service ' || number % 400
      ), '{}'
    from canaries, generate_series(1, ${PER_CANARY}) as number
    returning id, type
  )
  insert into core.check_state (
    check_id, revision, type, timeout_milliseconds, state, message, last_runtime, last_transition_time, last_duration
  )
  select id, core.new_id(), type, 10000,
    (case when row_number() over () % 50 = 0 then 'unhealthy' else 'healthy' end)::core.health_state,
    'status 200, all is well', now(), now() - random() * interval '9 days', 20 * exp(4 * random())
  from checks`

const results = `
  insert into core.check_statuses (check_id, time, state, duration, message)
  select check_id, now() - number * interval '2 minutes', state, last_duration, message
  from generate_series(34, 0, -1) as number, core.check_state`

/** As many stretches of a rollup as $2 says, each with $1 of five minutes: thirty results, of which the slow tail off. */
const rolled = (table: string, width: string) => `
  insert into ${table} (check_id, bucket, passed, failed, unknown, duration_sum, duration_max, histogram)
  select check_id, date_bin('${width}', now(), 'epoch') - number * interval '${width}',
    case when state = 'healthy' then 30 else 20 end * $1::integer,
    case when state = 'healthy' then 0 else 10 end * $1::integer, 0, 30 * $1::integer * last_duration * 1.3,
    last_duration * 3, $1::integer * histogram
  from generate_series($2::integer, 0, -1) as number, (
    select *, 3 * derived.histogram_of(bin - 1) + 8 * derived.histogram_of(bin)
      + 7 * derived.histogram_of(bin + 1) + 5 * derived.histogram_of(bin + 2) + 3 * derived.histogram_of(bin + 3)
      + 2 * derived.histogram_of(bin + 5) + derived.histogram_of(bin + 8) + derived.histogram_of(bin + 11) as histogram
    from core.check_state, lateral (select round(ln(last_duration) / ln(1.1))::integer as bin) as place
    offset 0
  ) as ran`

/** Connects to the database of a product. */
export async function openDatabaseOf(product: Product): Promise<Client> {
  const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
  await client.connect()
  return client
}

/** Fills a product with checks that are not run, with results of 70 minutes and rollups of a month. */
export async function fillWithChecks(product: Product, checks: number): Promise<void> {
  const client = await openDatabaseOf(product)
  await client.query(checksOf, [checks])
  await client.query(results)
  await client.query(rolled('core.check_rollups_5m', '5 minutes'), [1, 3 * 12])
  await client.query(rolled('core.check_rollups_1h', '1 hour'), [12, 48])
  await client.query(rolled('core.check_rollups_1d', '1 day'), [288, 31])
  await client.query('vacuum analyze')
  await client.end()
}
