import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reload } from './reload.ts'

test('a change that comes during the first load is not missed', async () => {
  const queries = new QueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const observer = new QueryObserver(queries, {
    queryKey: ['checks', 'list'],
    queryFn: () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
  })
  const stop = observer.subscribe(() => undefined)
  reload(queries, ['checks'])
  reload(queries, ['people'])
  expect(asked).toBe(1)
  answers[0]?.resolve('as it was')
  await vi.waitFor(() => expect(asked).toBe(2))
  answers[1]?.resolve('as it is')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('as it is'))
  stop()
  queries.clear()
})

test('changes that come faster than answers still reach the screen', async () => {
  const queries = new QueryClient()
  let asked = 0
  let answer = Promise.withResolvers<number>()
  const observer = new QueryObserver(queries, {
    queryKey: ['checks', 'list'],
    queryFn: async ({ signal }) => {
      asked += 1
      const value = await answer.promise
      signal.throwIfAborted()
      return value
    },
  })
  const stop = observer.subscribe(() => undefined)
  for (let round = 1; round <= 5; round += 1) {
    // Several changes come while one answer is under way.
    for (let change = 0; change < 3; change += 1) reload(queries, ['checks'])
    expect(asked).toBe(round)
    const previous = answer
    answer = Promise.withResolvers<number>()
    previous.resolve(round)
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(round))
    // What changed meanwhile is loaded once more, however many changes there were.
    await vi.waitFor(() => expect(asked).toBe(round + 1))
  }
  stop()
  queries.clear()
})
