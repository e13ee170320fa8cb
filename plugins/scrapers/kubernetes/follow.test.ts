import { type RunForTestOptions, scrapeContextForTest } from '@binnacle/plugin-kit/testing'
import { textAt } from '@binnacle/health-rules/document'
import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { afterEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { customKind } from '@binnacle/clients/kubernetes/testing/kinds'
import { deployShop, eventAbout, makeObject, uidIn } from '@binnacle/clients/kubernetes/testing/shop'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(settings: Parameters<typeof startApiServer>[0] = {}): Promise<ApiServer> {
  const server = await startApiServer(settings)
  ends.push(server.stop)
  return server
}

/** Waits for something that another part of the process does. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Follows a server, and gathers what is shown. Pauses take no time, so that tests need not wait. */
function follow(
  server: ApiServer,
  spec: Readonly<Record<string, unknown>> = {},
  options: RunForTestOptions = {},
) {
  const abort = new AbortController()
  const found: ScrapeOutput[] = []
  const upToDate: string[] = []
  const waits: number[] = []
  const context = {
    ...scrapeContextForTest({ ...options, mode: 'follow' }),
    signal: abort.signal,
    async wait(milliseconds: number) {
      waits.push(milliseconds)
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
  const parsed = scraper.schema.parse({ clusterName: 'prod', kubeconfig: server.kubeconfig(), ...spec })
  const ended = (async () => {
    for await (const one of run(parsed, context))
      if (one.kind === 'up-to-date') upToDate.push(one.type)
      else found.push(one)
  })()
  const stop = async () => {
    abort.abort()
    await ended
  }
  ends.push(stop)
  return { found, upToDate, waits, stop }
}

const config = (name: string, value = '1') =>
  makeObject('v1', 'ConfigMap', name, { namespace: 'default', data: { value } })
const watchConfigs = { watch: [{ apiVersion: 'v1', kind: 'ConfigMap' }] }

/** What was shown, in short: `name=value`, `-id` for what is gone, `!reason` for an event, `?` for a fault. */
function inShort(found: readonly ScrapeOutput[]): string[] {
  return found.map((one) => {
    if (one.kind === 'item') return `${one.name}=${textAt(one.config, 'data', 'value')}`
    if (one.kind === 'deletion') return `-${one.item.externalId}`
    return one.kind === 'change' ? `!${one.type}` : '?'
  })
}

test('shows what is there, and then what is stored and deleted, with a date', async () => {
  const server = await start()
  const first = server.put(config('a'))
  const { found } = follow(server, watchConfigs)
  await until(() => server.watches('configmaps') === 1)
  server.put(config('a', '2'))
  server.put(config('b'))
  server.remove(first)
  await until(() => found.length === 4)
  expect(inShort(found)).toEqual(['a=1', 'a=2', 'b=1', `-${uidIn(first)}`])
  expect(found[3]).toMatchObject({ item: { type: 'Kubernetes::ConfigMap' }, at: expect.any(Date) })
  expect(found[1]).toMatchObject({ scope: 'prod', tags: { cluster: 'prod', namespace: 'default' } })
})

test('what happens between the list and the watch is not lost', async () => {
  const server = await start()
  for (let index = 0; index < 250; index += 1) server.put(config(`c${index}`))
  server.onPage = (path, begin) => {
    // Between the two pages of the list, after its version was fixed.
    if (path === '/api/v1/configmaps' && begin > 0) {
      server.onPage = undefined
      server.put(config('between'))
      server.remove(config('c249'))
    }
  }
  const { found } = follow(server, watchConfigs)
  await until(() => found.some((one) => one.kind === 'deletion'))
  expect(inShort(found)).toContain('between=1')
  expect(found.filter((one) => one.kind === 'item')).toHaveLength(251)
})

test('a watch that breaks or ends goes on where it was', async () => {
  const server = await start()
  const { found } = follow(server, watchConfigs)
  for (const [index, how] of (['break', 'end', 'break'] as const).entries()) {
    await until(() => server.watches('configmaps') === 1)
    server.disconnect(how)
    server.put(config(`after-${index}`))
    await until(() => inShort(found).includes(`after-${index}=1`))
  }
  expect(inShort(found)).toEqual(['after-0=1', 'after-1=1', 'after-2=1'])
  const lists = server.requests.filter(
    ({ path, query }) => path === '/api/v1/configmaps' && !query.has('watch'),
  )
  expect(lists).toHaveLength(1)
})

test.each(['event', 'status'] as const)(
  'a watch that is too old (%s) is replaced by a list, which shows what is gone',
  async (expiry) => {
    const server = await start({ expiry })
    server.put(config('stays'))
    const gone = server.put(config('gone'))
    server.put(config('changes'))
    const { found } = follow(server, watchConfigs)
    await until(() => server.watches('configmaps') === 1 && found.length === 3)
    server.refuse('/api/v1/configmaps', { status: 503, message: 'restarting' })
    server.disconnect()
    server.remove(gone)
    server.put(config('changes', '2'))
    server.put(config('new'))
    server.compact()
    server.refuse('/api/v1/configmaps', undefined)
    await until(() => found.some((one) => one.kind === 'deletion'))
    const shown = inShort(found.filter((one) => one.kind !== 'fault')).slice(3)
    expect(shown).toEqual(expect.arrayContaining(['changes=2', 'new=1', `-${uidIn(gone)}`]))
    expect(shown.filter((one) => one.startsWith('-'))).toHaveLength(1)
  },
)

test('bookmarks save a list after a compaction', async () => {
  const server = await start()
  server.put(config('a'))
  const { found } = follow(server, watchConfigs)
  await until(() => server.watches('configmaps') === 1)
  server.put(makeObject('v1', 'Secret', 'other', { namespace: 'default' }))
  server.bookmark()
  server.compact()
  const before = server.requests.length
  server.disconnect('end')
  await until(() => server.watches('configmaps') === 1 && server.requests.length > before)
  server.put(config('b'))
  await until(() => found.length === 2)
  const lists = server.requests.filter(
    ({ path, query }) => path === '/api/v1/configmaps' && !query.has('watch'),
  )
  expect(lists).toHaveLength(1)
})

test('says what is up to date, after a list and with each bookmark', async () => {
  const server = await start()
  const { upToDate } = follow(server, watchConfigs)
  await until(() => server.watches('configmaps') === 1 && server.watches('events') === 1)
  expect(upToDate.toSorted()).toEqual(['Kubernetes::ConfigMap', 'Kubernetes::Event'])
  server.bookmark()
  await until(() => upToDate.length === 4)
  expect(upToDate.slice(2).toSorted()).toEqual(['Kubernetes::ConfigMap', 'Kubernetes::Event'])
})

test('events are changes as they come, and do not end with their expiry', async () => {
  const server = await start()
  const { pod } = deployShop(server)
  const { found } = follow(server)
  await until(() => server.watches('events') === 1)
  const event = server.put(eventAbout(pod, 'BackOff', 'pod.1'))
  server.put({ ...event, count: 3 })
  server.remove(event)
  server.put(eventAbout(pod, 'Killing', 'pod.2'))
  await until(() => found.some((one) => one.kind === 'change' && one.type === 'Killing'))
  const changes = found.filter((one) => one.kind === 'change')
  expect(changes.map(({ type }) => type)).toEqual(['BackOff', 'BackOff', 'Killing'])
  expect(changes[0]).toMatchObject({ item: { externalId: uidIn(pod) }, severity: 'high' })
})

test('an event about an object of another kind shows that object as it is now, or that it is gone', async () => {
  const server = await start()
  const claim = server.put(config('claim'))
  const gone = server.put(config('gone'))
  const { found } = follow(server)
  await until(() => server.watches('events') === 1)
  server.remove(gone)
  server.put(eventAbout(claim, 'Resized', 'claim.1'))
  server.put(eventAbout(claim, 'Resized', 'claim.2'))
  server.put(eventAbout(gone, 'Failed', 'gone.1'))
  await until(() => found.some((one) => one.kind === 'deletion'))
  await until(() => inShort(found).includes('!Failed'))
  expect(inShort(found)).toEqual(['claim=1', '!Resized', '!Resized', `-${uidIn(gone)}`, '!Failed'])
})

test('the usual kinds are followed, and kinds of the spec in their place', async () => {
  const server = await start()
  follow(server)
  await until(() => server.watches() === 9)
  const watched = new Set(server.requests.filter(({ query }) => query.has('watch')).map(({ path }) => path))
  expect([...watched].toSorted()).toEqual([
    '/api/v1/events',
    '/api/v1/nodes',
    '/api/v1/pods',
    '/apis/apps/v1/daemonsets',
    '/apis/apps/v1/deployments',
    '/apis/apps/v1/replicasets',
    '/apis/apps/v1/statefulsets',
    '/apis/batch/v1/cronjobs',
    '/apis/batch/v1/jobs',
  ])
  expect(scraper.follows?.(scraper.schema.parse({ clusterName: 'x' }))).toBe(true)
  expect(scraper.follows?.(scraper.schema.parse({ clusterName: 'x', watch: false }))).toBe(false)
  expect(scraper.follows?.(scraper.schema.parse({ clusterName: 'x', watch: [] }))).toBe(false)
})

test('a kind that comes later is followed then', async () => {
  const server = await start()
  const { found } = follow(server, { watch: [{ apiVersion: 'example.com/v1', kind: 'Till' }] })
  await until(() => found.length === 1)
  expect(found[0]).toMatchObject({ kind: 'fault', type: 'Kubernetes::Till' })
  server.offer(customKind('example.com/v1', 'Till', 'tills'))
  server.put(makeObject('example.com/v1', 'Till', 'one', { namespace: 'default' }))
  await until(() => found.length === 2)
  expect(found[1]).toMatchObject({ kind: 'item', type: 'Kubernetes::Till' })
})

test('an outage is said once, with growing pauses, and following goes on after it', async () => {
  const server = await start()
  server.refuse('/api/v1/configmaps', { status: 403, message: 'not yet' })
  const { found, waits } = follow(server, watchConfigs)
  await until(() => waits.length >= 7)
  expect(inShort(found)).toEqual(['?'])
  expect(waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
  server.put(config('a'))
  server.refuse('/api/v1/configmaps', undefined)
  await until(() => found.length === 2)
  expect(inShort(found)).toEqual(['?', 'a=1'])
})

test('an object that leaves the selection is gone, and one that is ignored is not shown', async () => {
  const server = await start()
  const labelled = (team: string) =>
    makeObject('v1', 'ConfigMap', 'a', { namespace: 'default', labels: { team } })
  const first = server.put(labelled('shop'))
  const { found } = follow(server, { ...watchConfigs, selector: 'team=shop' })
  await until(() => server.watches('configmaps') === 1)
  server.put(labelled('other'))
  server.put(
    makeObject('v1', 'ConfigMap', 'b', {
      namespace: 'default',
      labels: { team: 'shop' },
      annotations: { 'binnacle/ignore': 'true' },
    }),
  )
  server.put(makeObject('v1', 'ConfigMap', 'c', { namespace: 'default', labels: { team: 'shop' } }))
  await until(() => found.length === 3)
  expect(inShort(found)).toEqual(['a=undefined', `-${uidIn(first)}`, 'c=undefined'])
})

test('every one of thousands of updates is shown, in their order', async () => {
  const server = await start()
  const { found } = follow(server, watchConfigs)
  await until(() => server.watches('configmaps') === 1)
  const wanted: string[] = []
  for (let round = 0; round < 50; round += 1) {
    for (let index = 0; index < 100; index += 1) {
      server.put(config(`c${index}`, String(round)))
      wanted.push(`c${index}=${round}`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => found.length === wanted.length)
  expect(inShort(found)).toEqual(wanted)
})

test('no value of a Secret is shown', async () => {
  const server = await start()
  const { found } = follow(server, { watch: [{ apiVersion: 'v1', kind: 'Secret' }] })
  await until(() => server.watches('secrets') === 1)
  server.put(makeObject('v1', 'Secret', 'key', { namespace: 'default', data: { password: 'aHVudGVyMg==' } }))
  await until(() => found.length === 1)
  expect(JSON.stringify(found)).not.toContain('aHVudGVyMg')
})

test('nothing stays open when the reader stops', async () => {
  const server = await start()
  const { found, stop } = follow(server)
  await until(() => server.watches() === 9)
  await stop()
  await until(() => server.watches() === 0)
  expect(found.filter((one) => one.kind === 'fault')).toEqual([])
})
