import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextRun, parseScraperSchedule, SHORTEST_MILLISECONDS } from './schedule.ts'
import { createScraperParser, type ScraperParser } from './scraper.ts'
import { loadScraperTypes } from './scraper-types.ts'

const tasks = createTaskPool()
afterAll(() => tasks.close())
let parser: ScraperParser
beforeAll(async () => {
  parser = createScraperParser(await loadScraperTypes(), tasks)
})

const problems = async (spec: unknown) => {
  const parsed = await parser.parse(spec)
  return parsed.ok ? [] : parsed.failure.map(({ path, message }) => `${path}: ${message}`)
}
const file = (more: object = {}) => ({ file: [{ url: '/data', ...more }] })

test.each([
  ['an unknown key', { ...file(), filee: [] }, /^filee: .*file/],
  ['an unknown key of an entry', file({ idd: 'x' }), /^file\[0\]\.idd: /],
  [
    'an unknown key of the common block',
    file({ transform: { maske: [] } }),
    /^file\[0\]\.transform\.maske: /,
  ],
  [
    'six tags',
    file({ tags: 'abcdef'.split('').map((name) => ({ name, value: 'x' })) }),
    /^file\[0\]\.tags: an item has at most 5 tags/,
  ],
  [
    'a tag twice',
    file({
      tags: [
        { name: 'a', value: 'x' },
        { name: 'a', value: 'y' },
      ],
    }),
    /^file\[0\]\.tags\[1\]\.name: another tag/,
  ],
  [
    'a tag without a name',
    file({ tags: [{ name: '', value: 'x' }] }),
    /^file\[0\]\.tags\[0\]\.name: This field is required/,
  ],
  [
    'an expression that does not compile',
    file({ transform: { mask: [{ selector: 'config.', jsonpath: '$.x', value: 'hash' }] } }),
    /^file\[0\]\.transform\.mask\[0\]\.selector: .*\(line 1, column \d+\)$/,
  ],
  ['a path that does not compile', file({ id: '$.[' }), /^file\[0\]\.id: .*\(line 1, column \d+\)$/],
  [
    'a script that does not compile',
    file({ transform: { script: { javascript: 'let = ;' } } }),
    /^file\[0\]\.transform\.script\.javascript: /,
  ],
  ['two scripts', file({ transform: { script: { expr: '[]', javascript: '[]' } } }), /only one script/],
  [
    'a retention without age and count',
    { ...file(), retention: { changes: [{ name: 'x' }] } },
    /^retention\.changes\[0\]: give "age"/,
  ],
  [
    'a sync of resources',
    { ...file(), crdSync: true },
    /^crdSync: unknown key "crdSync"; a source that is scraped never makes/,
  ],
  [
    'a location',
    file({ transform: { locations: [{ values: ['zone/a'] }] } }),
    /^file\[0\]\.transform\.locations: unknown key "locations"; say where items are in "tags"/,
  ],
  [
    'an alias of a parent',
    file({ transform: { aliases: [{ values: ['a'], withParent: 'Shop::Store' }] } }),
    /^file\[0\]\.transform\.aliases\[0\]\.withParent: unknown key "withParent"; give the parent an alias/,
  ],
  ['a wrong schedule', { ...file(), schedule: 'sometimes' }, /^schedule: /],
  ['nothing', {}, /^: there is nothing to scrape/],
])('%s is refused with its path', async (_, spec, message) => {
  expect(await problems(spec)).toEqual([expect.stringMatching(message)])
})

test('the SQL scraper requires query, type and id [SPEC-027]', async () => {
  expect((await problems({ sql: [{ connection: 'connection://a' }] })).toSorted()).toEqual([
    'sql[0].id: This field is required',
    'sql[0].query: This field is required',
    'sql[0].type: This field is required',
  ])
})

test('the Kubernetes scraper requires the cluster name [SPEC-023]', async () => {
  expect(await problems({ kubernetes: [{}] })).toContain('kubernetes[0].clusterName: This field is required')
})

test('the Github Actions scraper requires owner and repository [SPEC-024]', async () => {
  expect(await problems({ githubActions: [{}] })).toEqual(
    expect.arrayContaining([
      'githubActions[0].owner: This field is required',
      'githubActions[0].repository: This field is required',
    ]),
  )
})

test('keys of other clients mean their fields', async () => {
  const parsed = await parser.parse({
    ...file({ transform: { template: '[]', masks: [], Relationships: [] }, tags: { team: 'web' } }),
    retention: { type: [{ name: 'X', deletedAge: '7d' }] },
  })
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      input: {
        file: [
          {
            transform: { script: { gotemplate: '[]' }, mask: [], relationship: [] },
            tags: [{ name: 'team', value: 'web' }],
          },
        ],
        retention: { types: [{ name: 'X', deletedAge: '7d' }] },
      },
    },
  })
})

test('what forms of other clients keep below awsConnection are fields of the entry', async () => {
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'secret://aws/key' }
  const entry = {
    awsConnection: keys,
    region: ['eu-west-1'],
    cloudtrail: { max_age: '24h' },
    trusted_advisor_check: true,
  }
  expect(await parser.parse({ aws: [entry] })).toMatchObject({
    ok: true,
    value: { input: { aws: [{ ...keys, region: ['eu-west-1'], cloudtrail: { maxAge: '24h' } }] } },
  })
  const costs = { database: 'costs', table: 'report', region: 'us-east-1' }
  expect(
    await parser.parse({
      aws: [{ ...keys, cost_reporting: { ...costs, s3_bucket_path: 's3://results/q' } }],
    }),
  ).toMatchObject({
    ok: true,
    value: { input: { aws: [{ costReporting: { ...costs, s3BucketPath: 's3://results/q' } }] } },
  })
  expect(await problems({ aws: [{ ...keys, cost_reporting: {} }] })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^aws\[0\]\.cost_?[rR]eporting\.database: /)]),
  )
  expect(await problems({ azure: [{ subscriptionID: 'x' }] })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^azure\[0\]\.subscriptionID: /)]),
  )
})

test('each scraper type has a schedule and retention [SPEC-004]', () => {
  expect(parser.jsonSchema['properties']).toMatchObject({
    schedule: { title: 'Schedule' },
    retention: { title: 'Retention' },
    file: { items: { properties: { id: { title: 'Id' }, url: { title: 'URL' } } } },
  })
})

test('retention names types of changes and of items, and has no defaults [SPEC-005][SPEC-006][SPEC-007]', async () => {
  expect(parser.jsonSchema['properties']).toMatchObject({
    retention: {
      properties: {
        changes: {
          items: {
            required: ['name'],
            properties: { name: { title: 'Name' }, age: { title: 'Age' }, count: { title: 'Count' } },
          },
        },
        types: {
          items: {
            required: ['name'],
            properties: { name: {}, createdAge: {}, updatedAge: {}, deletedAge: {} },
          },
        },
      },
    },
  })
  expect(JSON.stringify(parser.jsonSchema['properties']).includes('"default"')).toBe(false)
  const parsed = await parser.parse(file({}))
  expect(parsed).toMatchObject({ ok: true })
  expect(parsed.ok && 'retention' in parsed.value.input).toBe(false)
  for (const retention of [{ changes: [{ age: '7d' }] }, { types: [{ deletedAge: '7d' }] }])
    expect(await parser.parse({ ...file({}), retention })).toMatchObject({
      ok: false,
      failure: [{ path: expect.stringMatching(/^retention\.(changes|types)\[0\]\.name$/) }],
    })
})

describe('the schedule', () => {
  const now = new Date('2026-11-23T08:00:00Z')
  test('offers the schedules of the specification, of both lists [SPEC-033][SPEC-034]', () => {
    expect(parser.jsonSchema).toMatchObject({
      properties: {
        schedule: {
          offered: [
            ...['30s', '1m', '5m', '15m', '30m', '2h', '4h', '6h', '8h'].map((every) => `@every ${every}`),
            '@hourly',
            '@daily',
            '@weekly',
          ],
        },
      },
    })
  })
  test('is never shorter than 29 seconds', () => {
    expect(parseScraperSchedule('@every 5s')).toEqual({
      ok: true,
      value: { kind: 'every', milliseconds: SHORTEST_MILLISECONDS },
    })
    const next = nextRun('@every 1s', 'x', now)
    expect(next !== null && next.getTime() - now.getTime() >= SHORTEST_MILLISECONDS).toBe(true)
  })
  test('@never runs only by hand', () => expect(nextRun('@never', 'x', now)).toBeNull())
})
