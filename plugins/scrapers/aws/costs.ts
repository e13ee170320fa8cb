import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ItemReference, ScrapeContext, ScrapeOutput, ScrapedCost } from '@binnacle/plugin-kit/scrapers'
import { fault } from '../faults.ts'
import { isFields, textAt, valuesAt } from '../paths.ts'
import type { Api } from './client.ts'
import { ACCOUNT } from './item.ts'
import type { AwsSpec } from './spec.ts'

type CostReporting = NonNullable<AwsSpec['costReporting']>

/** Days that a run reads. Amazon still corrects reports of the days before. */
const DAYS = 31
/** Resources that a run reads, those that cost the most. */
const MOST_RESOURCES = 100_000
const DAY_MILLISECONDS = 86_400_000
const FIRST_WAIT_MILLISECONDS = 500
const LONGEST_WAIT_MILLISECONDS = 10_000
/** Longest time of the query. Athena itself ends one after 30 minutes. */
const LONGEST_MILLISECONDS = 900_000
/** Costs below have no room in the catalog. */
const SMALLEST = 0.0001
/** Type of the item that has the costs of no other one, such as taxes and support. */
const OTHER_COSTS = 'AWS::::OtherCosts'

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * What resources cost by day, from a Cost and Usage Report in Athena. The columns have the same names in both of its forms
 * ("Line item details" of the legacy CUR, and "Cost and Usage Reports (CUR) 2.0" of Data Exports). A row has the days of a
 * resource, so that they come in few pages.
 */
function queryOf({ database, table }: CostReporting, from: string, to: string): string {
  return `SELECT account, product, resource, currency,
  array_join(array_agg(concat(day, '=', CAST(cost AS varchar))), ' ') AS days
FROM (
  SELECT line_item_usage_account_id AS account, line_item_product_code AS product,
    coalesce(line_item_resource_id, '') AS resource, line_item_currency_code AS currency,
    date_format(line_item_usage_start_date, '%Y-%m-%d') AS day, sum(line_item_unblended_cost) AS cost
  FROM ${quoted(database)}.${quoted(table)}
  WHERE line_item_usage_start_date >= TIMESTAMP '${from} 00:00:00'
    AND line_item_usage_start_date < TIMESTAMP '${to} 00:00:00'
  GROUP BY 1, 2, 3, 4, 5
  HAVING abs(sum(line_item_unblended_cost)) >= ${SMALLEST}
)
GROUP BY 1, 2, 3, 4
ORDER BY sum(abs(cost)) DESC
LIMIT ${MOST_RESOURCES}`
}

/** Runs a query to its end. @returns its id */
async function runQuery(
  api: Api,
  { database, s3BucketPath }: CostReporting,
  region: string,
  query: string,
  context: ScrapeContext,
): Promise<Result<string, string>> {
  const place = { service: 'athena', region } as const
  const began = context.now().getTime()
  const started = await api.call({
    ...place,
    operation: 'StartQueryExecution',
    input: {
      QueryString: query,
      QueryExecutionContext: { Database: database },
      ResultConfiguration: { OutputLocation: s3BucketPath.replace(/^(?!s3:\/\/)/, 's3://') },
      // A request that is sent twice runs one query.
      ClientRequestToken: createHash('sha256').update(`${began} ${query}`).digest('hex'),
    },
  })
  if (!started.ok) return fail(started.failure.message)
  const id = textAt(started.value, 'QueryExecutionId')
  if (id === undefined) return fail('athena StartQueryExecution: the answer has no id')
  for (let wait = FIRST_WAIT_MILLISECONDS; ; wait = Math.min(LONGEST_WAIT_MILLISECONDS, wait * 2)) {
    const execution = await api.call({
      ...place,
      operation: 'GetQueryExecution',
      input: { QueryExecutionId: id },
    })
    if (!execution.ok) return fail(execution.failure.message)
    const state = textAt(execution.value, 'QueryExecution.Status.State')
    if (state === 'SUCCEEDED') return succeed(id)
    if (state !== 'QUEUED' && state !== 'RUNNING') {
      const reason = textAt(execution.value, 'QueryExecution.Status.StateChangeReason')
      return fail(
        `the query of costs ended as ${state ?? 'unknown'}${reason === undefined ? '' : `: ${reason}`}`,
      )
    }
    if (context.now().getTime() - began > LONGEST_MILLISECONDS)
      return fail('the query of costs did not end within 15 minutes')
    await context.wait(wait)
    if (context.signal.aborted) return fail('was stopped')
  }
}

/** Rows of a result. The first one of its first page has the names of the columns ("GetQueryResults"). */
async function resultOf(
  api: Api,
  region: string,
  id: string,
): Promise<Result<readonly Readonly<Record<string, string>>[], string>> {
  const rows: Record<string, string>[] = []
  let names: readonly string[] | undefined
  const pages = api.pages({
    service: 'athena',
    operation: 'GetQueryResults',
    region,
    input: { QueryExecutionId: id, MaxResults: 1_000 },
  })
  for await (const page of pages) {
    if (!page.ok) return fail(page.failure.message)
    for (const row of valuesAt(page.value, 'ResultSet.Rows[]').filter(isFields)) {
      // A value that is null has no text.
      const values = valuesAt(row, 'Data[]').map((value) => textAt(value, 'VarCharValue') ?? '')
      if (names === undefined) names = values
      else rows.push(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])))
    }
  }
  return succeed(rows)
}

/** Names of a resource in the catalog. Reports have an ARN for most, and the plain id for instances, volumes and buckets. */
function namesOf(product: string, resource: string): ItemReference[] {
  if (resource === '') return []
  const isUnique = /^(?:arn:|(?:i|vol|nat|eni|snap)-[0-9a-f]+$)/.test(resource)
  // Lists of zones have no ARN.
  const zone = /^arn:[^:]+:route53:::(hostedzone\/.+)$/.exec(resource)?.[1]
  return [
    { externalId: `${product}/${resource}` },
    ...(isUnique ? [{ externalId: resource }] : []),
    ...(zone === undefined ? [] : [{ externalId: `/${zone}`, type: 'AWS::Route53::HostedZone' }]),
  ]
}

const otherCosts = (account: string): ItemReference => ({
  externalId: `${account}/other-costs`,
  type: OTHER_COSTS,
})

function costOf(row: Readonly<Record<string, string>>): ScrapedCost | undefined {
  const { account = '', product = '', resource = '', currency = '', days = '' } = row
  const amounts = days.split(' ').flatMap((text): [string, number][] => {
    const [day = '', written = ''] = text.split('=')
    const amount = Number(written)
    return day === '' || written === '' || Number.isNaN(amount) ? [] : [[day, amount]]
  })
  if (account === '' || currency === '' || amounts.length === 0) return undefined
  return {
    kind: 'cost',
    of: [...namesOf(product, resource), otherCosts(account)],
    days: Object.fromEntries(amounts),
    currency,
    bill: `aws:${account}`,
  }
}

/** What gets the costs of an account that no resource of the catalog has. */
function* otherItem(account: string): Generator<ScrapeOutput> {
  const { externalId } = otherCosts(account)
  const scope = `${account}/costs`
  yield {
    kind: 'item',
    type: OTHER_COSTS,
    class: 'Cost',
    externalId,
    name: `Other costs of ${account}`,
    description:
      'Costs of the account that no other item has, such as taxes, support and resources that are not read.',
    config: { Account: account },
    tags: { account },
    scope,
    source: `aws:${scope}`,
    parents: [{ type: ACCOUNT, externalId: account }],
  }
  yield { kind: 'complete', type: OTHER_COSTS, scope }
}

/** What the resources of an account, and of those that it pays for, cost on each of the last days. */
export async function* costsOf(
  api: Api,
  { account, home }: { account: string; home: string },
  reporting: CostReporting,
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput> {
  const region = reporting.region ?? home
  const missing = (message: string) => fault(message, { type: 'costs', scope: `${account}/${region}` })
  const today = context.now().getTime()
  const query = queryOf(reporting, dayOf(today - DAYS * DAY_MILLISECONDS), dayOf(today))
  const ran = await runQuery(api, reporting, region, query, context)
  const found = ran.ok ? await resultOf(api, region, ran.value) : ran
  if (!found.ok) {
    yield missing(found.failure)
    return
  }
  // All or nothing: what is told of a bill replaces what was told before.
  const costs = found.value.map(costOf)
  const read = costs.filter((cost) => cost !== undefined)
  if (read.length < costs.length)
    yield missing(`${costs.length - read.length} rows of the report have no account, currency or cost`)
  if (read.length >= MOST_RESOURCES)
    yield missing(`only the ${MOST_RESOURCES.toLocaleString('en')} resources that cost the most are read`)
  context.log(`costs of ${read.length} resources are known`)
  const accounts = new Set(read.map(({ bill }) => bill.replace(/^aws:/, '')))
  for (const one of accounts) yield* otherItem(one)
  yield* read
}
