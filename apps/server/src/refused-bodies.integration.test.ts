import { roles } from '@binnacle/contract/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { briefly, forEach, type HostileApp, NOBODY, startHostileApp, stopped } from './testing/hostile-app.ts'
import { cutOff, encodings, type HostileBody, nested, values, wide } from './testing/hostile-bodies.ts'

let hostile: HostileApp
beforeAll(async () => {
  hostile = await startHostileApp()
})
afterAll(() => hostile.stop())

const garbage: readonly HostileBody[] = [
  { what: 'no JSON', bytes: Buffer.from('nothing of JSON') },
  ...nested.slice(0, 1),
  ...cutOff.slice(0, 1),
  ...wide.slice(0, 1),
]

test('nobody has a body read that they may not send', { timeout: 240_000 }, async () => {
  const refused = hostile.targets().flatMap((target) =>
    ['stranger', ...roles].flatMap((who) => {
      const status = stopped(who, target.access)
      return status === undefined ? [] : garbage.map((body) => ({ who, target, status, body }))
    }),
  )
  expect(refused.length).toBeGreaterThan(500)
  const wrong: unknown[][] = []
  await forEach(refused, async ({ who, target, status, body }) => {
    const answer = await hostile.send(who, target, body)
    if (answer.status !== status)
      wrong.push([who, target.method, target.path, body.what, status, briefly(answer)])
  })
  expect(wrong).toEqual([])
})

test(
  'a body that is cut off, in another encoding or of odd values is never a fault of the server',
  { timeout: 240_000 },
  async () => {
    const wrong: unknown[][] = []
    const pairs = hostile
      .open()
      .flatMap((target) => [...cutOff, ...encodings, ...values].map((body) => ({ target, body })))
    await forEach(pairs, async ({ target, body }) => {
      const answer = await hostile.send('admin', target, body)
      const { what } = body
      const expected =
        what.startsWith('cut off') || encodings.slice(0, 6).includes(body)
          ? [400]
          : [200, 201, 204, 400, 403, 404, 405, 409, 413]
      const deep = what === 'a text of brackets' && answer.text.includes('nested deeper')
      if (!expected.includes(answer.status) || deep)
        wrong.push([target.method, target.path, what, briefly(answer)])
    })
    expect(wrong).toEqual([])
  },
)

test('forms of strangers are bounded like other bodies', async () => {
  for (const mount of ['/kratos', '/api/.ory'])
    for (const kind of ['login', 'registration', 'recovery', 'verification', 'settings'])
      for (const body of [...nested, ...wide, ...cutOff, ...encodings, ...values]) {
        const path = `${mount}/self-service/${kind}?flow=${NOBODY}`
        const answer = await hostile.send('stranger', { method: 'POST', path }, body)
        expect([path, body.what, answer.status < 500 && answer.status >= 400]).toEqual([
          path,
          body.what,
          true,
        ])
      }
})
