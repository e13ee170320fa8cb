import { expect, test } from 'vitest'
import { rememberRecent } from './recent.ts'

function memory() {
  let time = 1_000
  const recent = rememberRecent(() => time)
  return {
    ...recent,
    wait: (milliseconds: number) => void (time += milliseconds),
    change: (topic: string, ids: string[] | null) => recent.add({ kind: 'change', change: { topic, ids } }),
  }
}

test('the changes of the last seconds are returned by topic, older ones are not', () => {
  const { change, wait, since } = memory()
  wait(40_000)
  change('checks', ['a'])
  wait(10_000)
  change('checks', ['b'])
  change('checks', ['c'])
  change('people', null)
  change('people', ['d'])
  expect(since(5_000)).toEqual(
    new Map([
      ['checks', new Set(['b', 'c'])],
      ['people', null],
    ]),
  )
  expect(since(10_000)?.get('checks')).toEqual(new Set(['a', 'b', 'c']))
  wait(35_000)
  change('checks', ['e'])
  expect(since(30_000)).toEqual(new Map([['checks', new Set(['e'])]]))
})

test('a window that begins before the memory, or before a lost connection, is not complete', () => {
  const { add, wait, since } = memory()
  wait(5_000)
  expect(since(4_000)).toEqual(new Map())
  expect(since(6_000)).toBeUndefined()
  wait(60_000)
  expect(since(31_000)).toBeUndefined()
  expect(since(30_000)).toBeDefined()
  add({ kind: 'resync' })
  wait(1_000)
  expect(since(2_000)).toBeUndefined()
  expect(since(1_000)).toEqual(new Map())
})

test('a topic with very many changed rows is remembered as a whole', () => {
  const { change, wait, since } = memory()
  wait(10_000)
  change(
    'checks',
    Array.from({ length: 1_001 }, (_, index) => String(index)),
  )
  change('checks', ['another'])
  expect(since(1_000)).toEqual(new Map([['checks', null]]))
})
