import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reload } from './reload.ts'

test('a change that comes during the first load is not missed', async () => {
  const queries = new QueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let requests = 0
  const observer = new QueryObserver(queries, {
    queryKey: ['checks', 'list'],
    queryFn: () => answers[requests++]?.promise ?? Promise.reject(new Error('asked too often')),
  })
  const stop = observer.subscribe(() => undefined)
  reload(queries, new Map([['checks', null]]))
  reload(queries, new Map([['people', null]]))
  expect(requests).toBe(1)
  answers[0]?.resolve('as it was')
  await expect.poll(() => requests).toBe(2)
  answers[1]?.resolve('as it is')
  await expect.poll(() => observer.getCurrentResult().data).toBe('as it is')
  stop()
  queries.clear()
})

test('changes that come faster than answers still reach the screen', async () => {
  const queries = new QueryClient()
  let requests = 0
  let answer = Promise.withResolvers<number>()
  const observer = new QueryObserver(queries, {
    queryKey: ['checks', 'list'],
    queryFn: async ({ signal }) => {
      requests += 1
      const value = await answer.promise
      signal.throwIfAborted()
      return value
    },
  })
  const stop = observer.subscribe(() => undefined)
  for (let round = 1; round <= 5; round += 1) {
    // Several changes arrive during one request.
    for (let change = 0; change < 3; change += 1) reload(queries, new Map([['checks', null]]))
    expect(requests).toBe(round)
    const previous = answer
    answer = Promise.withResolvers<number>()
    previous.resolve(round)
    await expect.poll(() => observer.getCurrentResult().data).toBe(round)
    // One more request follows, however many changes arrived.
    await expect.poll(() => requests).toBe(round + 1)
  }
  stop()
  queries.clear()
})

test('a change reaches what shows it, and nothing else', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const loaded: string[] = []
  const show = (name: string, queryKey: string[], shows?: string[], follows?: string[]) =>
    new QueryObserver(queries, {
      queryKey,
      meta: { ...(shows && { shows }), ...(follows && { follows }) },
      queryFn: async () => loaded.push(name),
    }).subscribe(() => undefined)
  const stops = [
    show('list', ['checks', 'list']),
    show('one', ['checks', 'detail', 'one'], ['one']),
    show('two', ['checks', 'detail', 'two'], ['two'], ['canaries']),
    show('both', ['checks', 'pair'], ['one', 'two']),
    show('people', ['people', 'list']),
    show('tabs', ['configs', 'detail', 'one'], ['one'], ['config_changes:one']),
  ]
  await expect.poll(() => loaded).toHaveLength(6)
  const loadedBy = async (changes: Parameters<typeof reload>[1], count: number) => {
    loaded.length = 0
    reload(queries, changes)
    await expect.poll(() => queries.isFetching()).toBe(0)
    expect(loaded).toHaveLength(count)
    return loaded.toSorted()
  }
  expect(await loadedBy(new Map([['checks', new Set(['one', 'other'])]]), 3)).toEqual(['both', 'list', 'one'])
  expect(await loadedBy(new Map([['checks', new Set(['other'])]]), 1)).toEqual(['list'])
  expect(await loadedBy(new Map([['checks', null]]), 4)).toEqual(['both', 'list', 'one', 'two'])
  expect(await loadedBy(new Map([['canaries', new Set(['any'])]]), 1)).toEqual(['two'])
  expect(await loadedBy(new Map([['check', null]]), 0)).toEqual([])
  expect(await loadedBy(new Map([['config_changes', new Set(['one'])]]), 1)).toEqual(['tabs'])
  expect(await loadedBy(new Map([['config_changes', null]]), 1)).toEqual(['tabs'])
  expect(await loadedBy(new Map([['config_changes', new Set(['other'])]]), 0)).toEqual([])
  expect(await loadedBy(undefined, 6)).toHaveLength(6)
  for (const stop of stops) stop()
  queries.clear()
})
