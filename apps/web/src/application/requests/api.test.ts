import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { changeSession, request } from './api.ts'
import { RequestFailure } from './failure.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number) => Response.json({ status }, { status })
const shape = z.object({ status: z.number() })

/** Answers of the server, each given by the test. */
function server() {
  const waiting = new Map<string, (response: Response) => void>()
  const requests: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path)
    return new Promise<Response>((resolve) => waiting.set(path, resolve))
  })
  return { requests, say: (path: string, status: number) => waiting.get(path)?.(answer(status)) }
}

test('what the old session can no longer answer is asked again with the new one', async () => {
  const { say, requests } = server()
  const early = request('/early', shape)
  const changed = changeSession(() => request('/password', shape, { method: 'POST', body: {} }))
  const within = request('/within', shape)
  say('/within', 401)
  say('/early', 401)
  await Promise.resolve()
  expect(requests).toEqual(['/early', '/password', '/within'])
  say('/password', 200)
  await changed
  await expect.poll(() => requests).toHaveLength(5)
  say('/within', 200)
  say('/early', 200)
  expect(await Promise.all([early, within])).toEqual([{ status: 200 }, { status: 200 }])
})

test('without a change of the session a missing session is an error, also after a change', async () => {
  const { say } = server()
  const changed = changeSession(() => request('/password', shape, { method: 'POST', body: {} }))
  say('/password', 200)
  await changed
  await new Promise(setImmediate)
  const response = request('/after', shape)
  say('/after', 401)
  await expect(response).rejects.toBeInstanceOf(RequestFailure)
})
