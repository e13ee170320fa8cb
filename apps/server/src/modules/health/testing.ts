import { checkCards, checkFacets, checkList, checkPivot } from '@binnacle/contract/health'
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { binOf } from './results/record.ts'
import { rollups } from './results/rollups.ts'

/** A check and what it found. */
export interface Sample {
  name: string
  labels?: Record<string, string>
  state: 'healthy' | 'unhealthy' | 'unknown'
  type?: 'http' | 'tcp'
  description?: string
  /** Passed, failed and milliseconds of all runs of the last minutes. */
  ran?: readonly [number, number, number]
}

const shop: readonly Sample[] = [
  { name: 'front', labels: { tier: 'web' }, state: 'healthy', ran: [10, 0, 1_000] },
  { name: 'cart', labels: { tier: 'web' }, state: 'unhealthy', ran: [5, 5, 3_000], description: 'Sells' },
  { name: 'queue', labels: { tier: 'data' }, state: 'healthy', type: 'tcp' },
]
const depot: readonly Sample[] = [
  { name: 'stock', labels: { tier: 'data', team: 'a,b=c' }, state: 'unhealthy' },
  { name: 'gate', state: 'unhealthy', description: 'Sells' },
]
const well: readonly Sample[] = [{ name: 'cellar', state: 'healthy' }]

const encode = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString()

/** Starts the product with canaries of a shop, for tests of what lists of checks show. */
export async function prepareDashboard() {
  const app = await startTestApp()
  const browser = await app.signedIn()

  /** Adds results of a check to all rollups: what ran some minutes ago, each for so many milliseconds. */
  async function addRuns(
    id: string | undefined,
    minutesAgo: number,
    { passed = 0, failed = 0, unknown = 0, duration = 100 },
  ): Promise<void> {
    for (const { table, width } of rollups)
      await app.database.pool.query(
        `insert into ${table} as current values (
           $1, date_bin($2::interval, now() - $3::interval, 'epoch'), $4, $5, $6, $7::integer * $8::double precision, $8,
           $7::integer * derived.histogram_of($9)
         ) on conflict (check_id, bucket) do update set
           passed = current.passed + excluded.passed, failed = current.failed + excluded.failed,
           unknown = current.unknown + excluded.unknown, duration_sum = current.duration_sum + excluded.duration_sum,
           histogram = current.histogram + excluded.histogram`,
        [
          id,
          `${width} milliseconds`,
          `${minutesAgo} minutes`,
          passed,
          failed,
          unknown,
          passed + failed,
          duration,
          binOf(duration),
        ],
      )
  }

  async function createCanary(
    name: string,
    namespace: string,
    labels: Record<string, string>,
    checks: readonly Sample[],
  ): Promise<string> {
    const specs = (type: string) =>
      checks
        .filter((check) => (check.type ?? 'http') === type)
        .map((check) => ({
          name: check.name,
          ...(type === 'http' ? { url: 'http://127.0.0.1:1/' } : { endpoint: '127.0.0.1:1' }),
          ...(check.labels === undefined ? {} : { labels: check.labels }),
          ...(check.description === undefined ? {} : { description: check.description }),
        }))
    const answer = await browser.send('POST', '/api/health/canaries', {
      body: { name, namespace, labels, spec: { http: specs('http'), tcp: specs('tcp') } },
    })
    expect(answer.status).toBe(201)
    for (const { name: check, state, ran } of checks) {
      const { rows } = await app.database.pool.query<{ id: string }>(
        `update core.check_state set state = $3::text::core.health_state, message = 'says ' || $3::text, last_runtime = now()
         from core.checks where checks.id = check_id and checks.canary_id = $1 and checks.name = $2
         returning checks.id`,
        [answer.body.id, check, state],
      )
      const [passed, failed, milliseconds] = ran ?? [0, 0, 0]
      const duration = milliseconds / (passed + failed)
      if (ran !== undefined) await addRuns(rows[0]?.id, 0, { passed, failed, duration })
    }
    return answer.body.id
  }

  async function ask(path: string, query: Readonly<Record<string, string>> = {}) {
    const answer = await browser.send('GET', `/api/health/${path}?${encode(query)}`)
    expect([answer.status, answer.body]).toEqual([200, answer.body])
    return answer.body
  }

  const list = async (query?: Readonly<Record<string, string>>) => checkList.parse(await ask('checks', query))
  const cards = async (query?: Readonly<Record<string, string>>) =>
    checkCards.parse(await ask('cards', query))
  const facets = async (query?: Readonly<Record<string, string>>) =>
    checkFacets.parse(await ask('facets', query))
  const pivot = async (query?: Readonly<Record<string, string>>) =>
    checkPivot.parse(await ask('pivot', query))
  /** Names of the checks on a page, in alphabetical order. */
  const names = async (query?: Readonly<Record<string, string>>) =>
    (await list({ sortBy: 'name', groupBy: 'none', ...query })).rows.map(({ name }) => name).toSorted()

  const shopId = await createCanary('shop', 'prod', { env: 'live' }, shop)
  await createCanary('depot', 'prod', { env: 'live' }, depot)
  await createCanary('well', 'test', {}, well)
  return { app, browser, shopId, addRuns, createCanary, ask, list, cards, facets, pivot, names }
}

/** The body of an answer; tests look at single fields, whose shape they verify. */
export type TestAnswer = Answer['body']

/**
 * Starts the product and an HTTP server that checks ask, for the tests of a file.
 * @returns functions that create canaries and list checks
 */
export function useHealth() {
  let app: TestApp
  let browser: TestBrowser
  let target: TestServer
  let canaries = 0
  beforeAll(async () => {
    target = await startHttpServer()
    app = await startTestApp()
    browser = await app.signedIn()
  })
  afterAll(async () => {
    await target.stop()
  })

  /** Returns the URL of a path of the HTTP server. */
  const at = (path: string) => `http://127.0.0.1:${target.port}${path}`

  /** Creates a canary and returns its id. */
  async function createCanary(spec: unknown, metadata: Record<string, unknown> = {}): Promise<string> {
    canaries += 1
    const answer = await browser.send('POST', '/api/health/canaries', {
      body: { name: `canary-${canaries}`, ...metadata, spec },
    })
    expect(answer.status).toBe(201)
    return answer.body.id
  }

  async function listChecks(query = ''): Promise<TestAnswer> {
    const answer = await browser.send('GET', `/api/health/checks${query}`)
    expect(answer.status).toBe(200)
    return answer.body
  }

  /** The check of a name once it has run. */
  function checkThatRan(name: string): Promise<TestAnswer> {
    return until(async () => {
      const { rows } = await listChecks(`?query=${encodeURIComponent(name)}`)
      return rows.find((row: TestAnswer) => row.name === name && row.last_runtime !== null)
    })
  }

  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    get target() {
      return target
    },
    at,
    createCanary,
    listChecks,
    checkThatRan,
  }
}
