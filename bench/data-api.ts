// The data service with its checks, beside node:http and pg with the same statements and no checks, on 100,000 rows.
// Run: npm run bench data-api [-- --seconds 4 --rounds 5 --only page]
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client, type PoolConfig } from 'pg'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { type BareStatement, openOurs, type ServerOptions } from './lib/data-servers.ts'
import { machine, spread } from './lib/figures.ts'
import type { Load, LoadResult } from './lib/load.ts'
import { cpuSeconds, end, proportionalMemory, start } from './lib/processes.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
const LOAD_CONNECTIONS = 16
/** Until what a server does often is compiled: on a busy machine that takes some thousand requests. */
const WARM_SECONDS = 8
/** Different requests of each kind; enough that they are not all the same rows. */
const DIFFERENT = 2_000

interface Scenario {
  title: string
  /** The address, made of the request's values. */
  path: (...values: readonly string[]) => string
  prefer?: string
  /** Values of a request, by its number. */
  valuesOf: (number: number) => readonly string[]
}

const statuses = ['healthy', 'unhealthy', 'warning', 'unknown']
const statusOf = (number: number) => statuses[number % statuses.length] ?? ''
const timeOf = (number: number) =>
  new Date(Date.UTC(2024, 4, 31) - ((number * 7_919) % 80_000) * 17_000).toISOString()
const listed = 'id,name,type,status,severity,message,labels,duration,last_runtime,updated_at'

const scenarios: Readonly<Record<string, Scenario>> = {
  single: {
    title: 'single row by key, all columns',
    path: (id) => `/checks?id=eq.${id}`,
    valuesOf: (number) => [String((number * 7_919) % 100_000)],
  },
  page: {
    title: 'page of 50, filter and order',
    path: (status, time) =>
      `/checks?select=${listed}&status=eq.${status}&updated_at=lt.${time}&order=updated_at.desc,id&limit=50`,
    valuesOf: (number) => [statusOf(number), timeOf(number)],
  },
  embeds: {
    title: 'page of 50, two embeds',
    path: (status, time) =>
      `/checks?select=${listed},canaries(name,namespace),check_labels(key,value)&status=eq.${status}&updated_at=lt.${time}&order=updated_at.desc,id&limit=50`,
    valuesOf: (number) => [statusOf(number), timeOf(number)],
  },
  count: {
    title: 'page of 50, exact count of 25,000',
    path: (status) => `/checks?select=id,name,status&status=eq.${status}&order=updated_at.desc,id&limit=50`,
    prefer: 'count=exact',
    valuesOf: (number) => [statusOf(number)],
  },
}

/** The statements that the data service sends for a request, with the places where its values stand. */
async function captureStatements(connection: PoolConfig): Promise<ServerOptions['plans']> {
  const service = openOurs(connection)
  await service.reload()
  const query: unknown = Reflect.get(Client.prototype, 'query')
  if (typeof query !== 'function') throw new TypeError('Clients have changed')
  let sent: BareStatement[] = []
  const plans: Record<string, readonly BareStatement[]> = {}
  const spy = function ask(this: unknown, ...given: unknown[]): unknown {
    const [first] = given
    if (typeof first === 'object' && first !== null && 'text' in first && 'values' in first)
      sent.push({ text: String(first.text), values: Array.isArray(first.values) ? first.values : [] })
    return Reflect.apply(query, this, given)
  }
  Reflect.set(Client.prototype, 'query', spy)
  for (const [name, { path, prefer, valuesOf }] of Object.entries(scenarios)) {
    sent = []
    const own = valuesOf(1)
    const headers = new Headers(prefer === undefined ? {} : { prefer })
    const answer = await service.handle(new Request(`http://data${path(...own)}`, { headers }), {
      actor: { roles: ['viewer'] },
    })
    if (!answer.ok) throw new Error(await answer.text())
    plans[name] = sent.map(({ text, values: all }) => ({
      text,
      values: all.map((value) => {
        const place = own.indexOf(String(value))
        return place < 0 ? String(value) : place + 1
      }),
    }))
  }
  Reflect.set(Client.prototype, 'query', query)
  await service.close()
  return plans
}

const serversFile = fileURLToPath(new URL('lib/data-servers.ts', import.meta.url))
const loadFile = fileURLToPath(new URL('lib/load.ts', import.meta.url))

async function startServer(options: ServerOptions) {
  const child = start(process.execPath, [...process.execArgv, serversFile], {
    DATA_SERVER: JSON.stringify(options),
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server did not start')
    const answer = await fetch(`http://127.0.0.1:${options.port}/`).catch(() => undefined)
    if (answer !== undefined) break
  }
  const pid = child.pid ?? 0
  return {
    child,
    port: options.port,
    memory: () => proportionalMemory(pid),
    processor: () => cpuSeconds(pid),
  }
}

async function load(options: Load): Promise<LoadResult> {
  const done = Promise.withResolvers<string>()
  const child = execFile(process.execPath, [loadFile], (error, output) =>
    error === null ? done.resolve(output) : done.reject(error),
  )
  child.stdin?.end(JSON.stringify(options))
  return JSON.parse(await done.promise)
}

function requestsOf(
  name: string,
  { path, prefer, valuesOf }: Scenario,
  kind: ServerOptions['kind'],
): string[] {
  return Array.from({ length: DIFFERENT }, (_, number) => {
    const own = valuesOf(number)
    const address = kind === 'ours' ? path(...own) : `/${[name, ...own].map(encodeURIComponent).join('/')}`
    const preference = prefer === undefined ? '' : `prefer: ${prefer}\r\n`
    return `GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n${preference}\r\n`
  })
}

interface Round extends LoadResult {
  perSecond: number
  /** Microseconds of processor time of the server for a request: says more than the rate where others are busy too. */
  processor: number
  memory: number
}

type Server = Awaited<ReturnType<typeof startServer>>

async function measure(server: Server, requests: readonly string[], length: number): Promise<Round> {
  const before = server.processor()
  const result = await load({ port: server.port, connections: LOAD_CONNECTIONS, seconds: length, requests })
  if (result.failed > 0) throw new Error(`${result.failed} requests failed`)
  return {
    ...result,
    perSecond: result.answered / result.seconds,
    processor: ((server.processor() - before) * 1e6) / result.answered,
    memory: server.memory(),
  }
}

function describe(title: string, measured: readonly Round[]): void {
  const of = (value: (round: Round) => number, digits = 0) => spread(measured.map(value), digits)
  console.log(
    `  ${title}: ${of(({ perSecond }) => perSecond)} requests/s, p50 ${of(({ times }) => times.p50, 2)} ms, p99 ${of(({ times }) => times.p99, 2)} ms, processor ${of(({ processor }) => processor)} µs a request, memory ${of(({ memory }) => memory)} MiB`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
try {
  const client = new Client(postgres.connection)
  await client.connect()
  const schema = await readFile(new URL('lib/data-schema.sql', import.meta.url), 'utf8')
  for (const statement of schema.split(/;\n/)) await client.query(statement)
  await client.end()
  const plans = await captureStatements(postgres.connection)
  const ours = await startServer({
    kind: 'ours',
    port: await freePort(),
    connection: postgres.connection,
    plans,
  })
  const bare = await startServer({
    kind: 'bare',
    port: await freePort(),
    connection: postgres.connection,
    plans,
  })
  console.log(
    `100,000 rows, ${LOAD_CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each in turn; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (values.only !== undefined && values.only !== name) continue
    const requests = { ours: requestsOf(name, scenario, 'ours'), bare: requestsOf(name, scenario, 'bare') }
    await measure(ours, requests.ours, WARM_SECONDS)
    await measure(bare, requests.bare, WARM_SECONDS)
    const measured: { ours: Round; bare: Round }[] = []
    for (let round = 0; round < rounds; round += 1)
      measured.push({
        ours: await measure(ours, requests.ours, seconds),
        bare: await measure(bare, requests.bare, seconds),
      })
    const ratios = measured.map((round) => round.ours.perSecond / round.bare.perSecond)
    console.log(`${scenario.title}: ratio ${spread(ratios, 2)}, aim 0.80`)
    describe(
      'data service',
      measured.map((round) => round.ours),
    )
    describe(
      'node:http and pg',
      measured.map((round) => round.bare),
    )
  }
  console.log(`load at the end ${loadavg()[0]?.toFixed(1)}`)
  await end(ours.child)
  await end(bare.child)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
