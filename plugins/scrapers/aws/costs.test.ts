import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { exampleAccount } from './testing/account.ts'
import { type AmazonServer, type Answers, startAmazon } from './testing/server.ts'

const NOW = new Date('2021-11-20T12:00:00Z')
const ACCOUNT = '123456789012'
const OTHER = '210987654321'
const costReporting = {
  database: 'athenacurcfn_costs',
  table: 'costs',
  s3BucketPath: 's3://example-results/queries',
  region: 'us-west-2',
}
let amazon: AmazonServer | undefined
afterEach(() => amazon?.stop())

/** Rows as Athena has them: texts, none for null ("API_GetQueryResults", "API_Datum" of its API reference). */
const rowsOf = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => ({ Data: row.map((text) => (text === null ? {} : { VarCharValue: text })) }))
const page = (rows: Parameters<typeof rowsOf>[0], next?: string) => ({
  ResultSet: { Rows: rowsOf(rows) },
  ...(next === undefined ? {} : { NextToken: next }),
})
const columns = ['account', 'product', 'resource', 'currency', 'days']

// Product codes and ids of resources are those of "Line item details" in the user guide of Cost and Usage Reports.
const firstPage = [
  columns,
  [ACCOUNT, 'AmazonEC2', 'i-1234567890abcdef0', 'USD', '2021-11-18=24.5 2021-11-19=2.4E1'],
  [ACCOUNT, 'AmazonS3', 'examplebucket', 'USD', '2021-11-19=0.25'],
]
const secondPage = [
  [ACCOUNT, 'AmazonRoute53', 'arn:aws:route53:::hostedzone/Z111111QQQQQQQ', 'USD', '2021-11-19=0.5'],
  [ACCOUNT, 'AWSSupportBusiness', null, 'USD', '2021-11-18=3.5'],
  [OTHER, 'AmazonRDS', `arn:aws:rds:us-east-1:${OTHER}:db:shop`, 'USD', '2021-11-19=-1'],
]

function athena(states: readonly object[], answers: Answers = {}): Answers {
  let requests = 0
  return {
    'athena.StartQueryExecution': { QueryExecutionId: 'b5b5b5b5-0000-4000-8000-000000000001' },
    'athena.GetQueryExecution': () => {
      const status = states[Math.min(requests, states.length - 1)] ?? {}
      requests += 1
      return { QueryExecution: { Status: status } }
    },
    'athena.GetQueryResults': ({ input }) =>
      input['NextToken'] === undefined ? page(firstPage, 'second') : page(secondPage),
    ...answers,
  }
}

async function scrape(answers: Answers, reporting: object = costReporting): Promise<readonly ScrapeOutput[]> {
  await amazon?.stop()
  amazon = await startAmazon({ ...(await exampleAccount()), ...answers })
  const spec = {
    region: ['us-east-1'],
    include: ['AWS::EC2::VPC'],
    endpoint: `http://127.0.0.1:${amazon.port}`,
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'the secret key',
    costReporting: reporting,
  }
  return scrapeForTest(scraper, run, spec, {
    now: () => NOW,
    wait: async () => {},
    timeoutMilliseconds: 30_000,
  })
}
const faultsOf = (found: readonly ScrapeOutput[]) =>
  found.flatMap((one) => (one.kind === 'fault' ? [one.message] : []))
const running = { State: 'RUNNING' }
const done = { State: 'SUCCEEDED' }

test('what resources cost by day comes from the report in Athena, whatever account it bills', async () => {
  const found = await scrape(athena([{ State: 'QUEUED' }, running, done]))
  expect(faultsOf(found)).toEqual([])
  const other = (account: string) => ({ externalId: `${account}/other-costs`, type: 'AWS::::OtherCosts' })
  const cost = { kind: 'cost', currency: 'USD', bill: `aws:${ACCOUNT}` }
  expect(found.filter(({ kind }) => kind === 'cost')).toEqual([
    {
      ...cost,
      of: [
        { externalId: 'AmazonEC2/i-1234567890abcdef0' },
        { externalId: 'i-1234567890abcdef0' },
        other(ACCOUNT),
      ],
      days: { '2021-11-18': 24.5, '2021-11-19': 24 },
    },
    // The name of a bucket may be that of something else, so it is only looked for with its product.
    { ...cost, of: [{ externalId: 'AmazonS3/examplebucket' }, other(ACCOUNT)], days: { '2021-11-19': 0.25 } },
    {
      ...cost,
      of: [
        { externalId: 'AmazonRoute53/arn:aws:route53:::hostedzone/Z111111QQQQQQQ' },
        { externalId: 'arn:aws:route53:::hostedzone/Z111111QQQQQQQ' },
        { externalId: '/hostedzone/Z111111QQQQQQQ', type: 'AWS::Route53::HostedZone' },
        other(ACCOUNT),
      ],
      days: { '2021-11-19': 0.5 },
    },
    { ...cost, of: [other(ACCOUNT)], days: { '2021-11-18': 3.5 } },
    {
      ...cost,
      of: [
        { externalId: `AmazonRDS/arn:aws:rds:us-east-1:${OTHER}:db:shop` },
        { externalId: `arn:aws:rds:us-east-1:${OTHER}:db:shop` },
        other(OTHER),
      ],
      days: { '2021-11-19': -1 },
      bill: `aws:${OTHER}`,
    },
  ])
  const rest = found.filter((one) => one.kind === 'item' && one.type === 'AWS::::OtherCosts')
  expect(rest).toMatchObject([
    { externalId: `${ACCOUNT}/other-costs`, parents: [{ type: 'AWS::::Account', externalId: ACCOUNT }] },
    { externalId: `${OTHER}/other-costs` },
  ])
  const calls = amazon?.calls.filter(({ service }) => service === 'athena') ?? []
  expect(calls.map(({ operation, region }) => `${operation} ${region}`)).toEqual([
    'StartQueryExecution us-west-2',
    ...Array.from({ length: 3 }, () => 'GetQueryExecution us-west-2'),
    ...Array.from({ length: 2 }, () => 'GetQueryResults us-west-2'),
  ])
  expect(calls[0]?.input).toMatchObject({
    QueryExecutionContext: { Database: 'athenacurcfn_costs' },
    ResultConfiguration: { OutputLocation: 's3://example-results/queries' },
    ClientRequestToken: expect.stringMatching(/^\S{32,128}$/),
  })
  // Whole days only: the last one is yesterday.
  expect(String(calls[0]?.input['QueryString'])).toMatch(
    /FROM "athenacurcfn_costs"\."costs"\s+WHERE line_item_usage_start_date >= TIMESTAMP '2021-10-20 00:00:00'\s+AND line_item_usage_start_date < TIMESTAMP '2021-11-20 00:00:00'/,
  )
})

test('no cost is told unless all of them could be read', async () => {
  const failed = { State: 'FAILED', StateChangeReason: 'TABLE_NOT_FOUND: line 5:8: Table does not exist' }
  const denied = { status: 400, code: 'AccessDeniedException', message: 'not authorized' }
  const cases: [Answers, RegExp][] = [
    [athena([running, failed]), /the query of costs ended as FAILED: TABLE_NOT_FOUND/],
    [athena([done], { 'athena.StartQueryExecution': () => denied }), /StartQueryExecution .*AccessDenied/],
    [athena([done], { 'athena.GetQueryExecution': () => denied }), /GetQueryExecution .*AccessDenied/],
    [
      athena([done], {
        'athena.GetQueryResults': ({ input }) =>
          input['NextToken'] === undefined ? page(firstPage, 'second') : denied,
      }),
      /GetQueryResults .*AccessDenied/,
    ],
  ]
  for (const [answers, expected] of cases) {
    const found = await scrape(answers)
    expect(faultsOf(found)).toEqual([expect.stringMatching(expected)])
    expect(found.filter(({ kind }) => kind === 'cost')).toEqual([])
    // The rest of the account was seen whole.
    expect(found).toContainEqual({ kind: 'complete', type: 'AWS::EC2::VPC', scope: `${ACCOUNT}/us-east-1` })
  }
})

test('a row without an account or a cost is told, and the others are read', async () => {
  const rows = [
    columns,
    [null, 'AmazonEC2', 'i-1', 'USD', '2021-11-19=1'],
    [ACCOUNT, 'AmazonEC2', 'i-2', 'USD', 'x'],
  ]
  const found = await scrape(
    athena([done], { 'athena.GetQueryResults': () => page([...rows, ...firstPage.slice(1)]) }),
  )
  expect(faultsOf(found)).toEqual(['2 rows of the report have no account, currency or cost'])
  expect(found.filter(({ kind }) => kind === 'cost')).toHaveLength(2)
})

test('names of Athena cannot end the query, and keys of other clients are read', () => {
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'the secret key' }
  const problemsOf = (reporting: object) =>
    scraper.schema
      .safeParse({ ...keys, costReporting: reporting })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(problemsOf(costReporting)).toBeUndefined()
  expect(problemsOf({ ...costReporting, table: 'costs" where 1=1 --' })).toEqual(['costReporting.table'])
  expect(problemsOf({ ...costReporting, s3BucketPath: 'not a bucket' })).toEqual([
    'costReporting.s3BucketPath',
  ])
})
