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
