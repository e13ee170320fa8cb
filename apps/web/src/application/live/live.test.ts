import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLive } from './live.ts'
import type { LiveMessage } from './message.ts'

/** A stream that the test answers. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 0
  readonly topics: string[]
  readonly age: number

  constructor(address: string) {
    super()
    const { searchParams } = new URL(address, 'http://product')
    this.topics = (searchParams.get('topics') ?? '').split(',').toSorted()
    this.age = Number(searchParams.get('age'))
    FakeSource.all.push(this)
  }
  say(event: string, data: unknown = {}): void {
    if (event === 'ready') this.readyState = 1
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
  fail(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}

const page = new EventTarget()
const ends: (() => void)[] = []
beforeEach(() => {
  FakeSource.all = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

const topics = ['people', 'checks', 'canaries']

/** A tab that follows changes; `show` shows a query and returns how it is closed. */
function openTab() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const messages: LiveMessage[] = []
  const stop = followLive(queries, topics, (message) => messages.push(message))
  let open = true
  const close = () => {
    if (open) stop()
    open = false
    queries.clear()
  }
  ends.push(close)
  return {
    queries,
    messages,
    close,
    show: (queryKey: string[], shows?: string[]) =>
      new QueryObserver(queries, {
        queryKey,
        ...(shows && { meta: { shows } }),
        queryFn: async () => 'data',
      }).subscribe(() => undefined),
  }
}

/** Waits until the newest stream subscribes to these topics. */
const subscribed = (...wanted: string[]): Promise<FakeSource> =>
  vi.waitFor(
    () => {
      const source = FakeSource.all.at(-1)
      expect(source?.topics).toEqual(wanted)
      if (source === undefined) throw new Error('no stream')
      return source
    },
    { timeout: 20_000 },
  )

test('the stream gets the rows that are shown, and the topic when a list of it is shown', async () => {
  const { show, messages } = openTab()
  show(['people', 'session'])
  const closeDetail = show(['checks', 'detail', 'a'], ['a'])
  const first = await subscribed('checks:a', 'people')
  first.say('ready')
  const closeList = show(['checks', 'list'])
  const second = await subscribed('checks', 'people')
  // The first one stays until the second one is ready.
  first.say('change', { topic: 'checks', ids: ['a'] })
  expect(first.readyState).toBe(1)
  second.say('ready')
  expect(first.readyState).toBe(FakeSource.CLOSED)
  closeDetail()
  closeList()
  show(['checks', 'detail', 'b'], ['b'])
  const third = await subscribed('checks:b', 'people')
  third.say('ready')
  expect(FakeSource.all).toHaveLength(3)
  expect(messages.filter(({ kind }) => kind !== 'state')).toEqual([
    { kind: 'change', topic: 'checks', ids: ['a'] },
  ])
})

test('a new subscription asks for the changes since its data was requested', async () => {
  const { show } = openTab()
  show(['people', 'session'])
  const first = await subscribed('people')
  first.say('ready')
  const began = performance.now()
  show(['checks', 'list'])
  const second = await subscribed('checks', 'people')
  // The request may take five seconds until the server subscribes it.
  expect(second.age).toBeGreaterThanOrEqual(5_000)
  expect(second.age).toBeLessThanOrEqual(Math.ceil(performance.now() - began) + 5_001)
})

test('data that is older than what the server remembers loads again', async () => {
  const { queries, show, messages } = openTab()
  const clock = vi.spyOn(performance, 'now')
  await queries.prefetchQuery({ queryKey: ['checks', 'list'], queryFn: async () => 'data' })
  const later = performance.now() + 60_000
  clock.mockImplementation(() => later)
  show(['checks', 'list'])
  const source = await subscribed('checks')
  expect(source.age).toBe(25_000)
  source.say('ready')
  expect(messages).toContainEqual({ kind: 'resync' })
  clock.mockRestore()
})

test('data that is left gets no changes, so it loads again when it is shown again', async () => {
  const { queries, show } = openTab()
  const close = show(['checks', 'list'])
  const first = await subscribed('checks')
  first.say('ready')
  close()
  show(['people', 'session'])
  await subscribed('people')
  expect(queries.getQueryState(['checks', 'list'])?.isInvalidated).toBe(true)
  expect(queries.getQueryState(['people', 'session'])?.isInvalidated).toBe(false)
})

test('a connection that was lost loads everything again', async () => {
  const { show, messages } = openTab()
  show(['checks', 'list'])
  const source = await subscribed('checks')
  source.say('ready')
  expect(messages).toEqual([{ kind: 'state', online: true }])
  source.fail(0)
  source.say('ready')
  expect(messages.slice(1)).toEqual([
    { kind: 'state', online: false },
    { kind: 'state', online: true },
    { kind: 'resync' },
  ])
  page.dispatchEvent(new Event('offline'))
  expect(source.readyState).toBe(FakeSource.CLOSED)
  page.dispatchEvent(new Event('online'))
  await expect.poll(() => FakeSource.all).toHaveLength(2)
  const next = await subscribed('checks')
  messages.length = 0
  next.say('ready')
  expect(messages).toEqual([{ kind: 'state', online: true }, { kind: 'resync' }])
})

test('a refused stream asks whether the session has ended, and is requested again', async () => {
  const { show, messages } = openTab()
  show(['checks', 'list'])
  const source = await subscribed('checks')
  source.fail(FakeSource.CLOSED)
  expect(messages).toEqual([{ kind: 'state', online: false }, { kind: 'refused' }])
  await expect.poll(() => FakeSource.all).toHaveLength(2)
})

test('one tab reads for all tabs, and another one takes over when it closes', async () => {
  const [one, two] = [openTab(), openTab()]
  one.show(['checks', 'detail', 'a'], ['a'])
  two.show(['checks', 'detail', 'b'], ['b'])
  const first = await subscribed('checks:a', 'checks:b')
  first.say('ready')
  await expect.poll(() => two.messages).toContainEqual({ kind: 'state', online: true })
  first.say('change', { topic: 'checks', ids: ['b'] })
  await expect.poll(() => two.messages).toContainEqual({ kind: 'change', topic: 'checks', ids: ['b'] })
  one.close()
  expect(first.readyState).toBe(FakeSource.CLOSED)
  const second = await subscribed('checks:b')
  // What changed between the two streams is repeated.
  expect(second.age).toBeGreaterThanOrEqual(5_000)
  second.say('ready')
  two.show(['canaries', 'list'])
  await subscribed('canaries', 'checks:b')
})

test('a new tab gets the changes since its own data was requested, also of topics that are subscribed to', async () => {
  const one = openTab()
  one.show(['checks', 'list'])
  const first = await subscribed('checks')
  first.say('ready')
  const two = openTab()
  two.show(['checks', 'list'])
  await expect.poll(() => FakeSource.all).toHaveLength(2)
  const second = await subscribed('checks')
  second.say('ready')
  await expect.poll(() => two.messages).toContainEqual({ kind: 'state', online: true })
  // The tab that is closed is not read for any more.
  two.show(['canaries', 'list'])
  await subscribed('canaries', 'checks')
  two.close()
  await subscribed('checks')
})
