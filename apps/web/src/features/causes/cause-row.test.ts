import type { LikelyCause } from '@binnacle/contract/causes'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { inMinutes } from '../../application/testing/instants.ts'
import { renderPage, textOf } from '../../application/testing/render.tsx'
import { CauseRow } from './cause-row.tsx'

const thing = (name: string, relation: string | null) => ({
  kind: 'component' as const,
  id: name,
  name,
  health: 'unhealthy' as const,
  relation,
})

const cause: LikelyCause = {
  kind: 'failing',
  level: 'likely',
  subject: {
    kind: 'component',
    id: 'database',
    name: 'orders database',
    type: 'Database',
    health: 'unhealthy',
  },
  at: inMinutes(-20),
  message: 'connection refused',
  change: null,
  steps: 2,
  path: [
    thing('shop', null),
    thing('web', 'shop contains web'),
    thing('orders database', 'web uses orders database'),
  ],
  why: 'It failed first.',
  consequences: [{ kind: 'check', id: 'c', name: 'checkout', text: 'checkout failed 1m later' }],
  reasons: [
    { text: 'It is unhealthy', points: 3.5 },
    { text: '2 steps away', points: -0.6 },
    { text: 'It failed 1s before', points: 0 },
  ],
  score: 2.9,
  others: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ kind: 'config' as const, id: name, name })),
}

const read = async (changes: Partial<LikelyCause> = {}) =>
  textOf(
    await renderPage(
      () => createElement(CauseRow, { cause: { ...cause, ...changes }, reach: () => undefined }),
      {
        path: '/topology',
      },
    ),
  )

test('a cause says what it is, since when, its way with each relation, what it explains, and why', async () => {
  const text = await read()
  expect(text).toMatch(/Unhealthy orders database Database for 20m connection refused/)
  expect(text).toMatch(
    /Way to the cause .*shop .*shop contains web .*web .*web uses orders database .*orders database/,
  )
  expect(text).toMatch(/Explains 1 failure checkout failed 1m later/)
  expect(text).toContain('Also a, b, c and 2 more')
  expect(text).toMatch(/\+3\.5 It is unhealthy −0\.6 2 steps away 0 It failed 1s before/)
})

test('a cause that is only possible, over, unseen or a change says so', async () => {
  expect(await read({ level: 'possible' })).toContain('Possible')
  expect(await read({ kind: 'recovered' })).toMatch(/Recovered .*20m ago/)
  expect(await read({ kind: 'unseen' })).toMatch(/Not seen .*for 20m/)
  const change = { id: null, type: 'diff', severity: null, by: 'alice', count: 1 }
  const text = await read({ kind: 'change', change })
  expect(text).toMatch(/diff orders database .*20m ago .*By alice/)
  expect(text).not.toContain('Unhealthy orders')
})
