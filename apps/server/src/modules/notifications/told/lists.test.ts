import { MINUTE, SECOND } from '@binnacle/contract/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ListBefore, nextList, restUntil } from './lists.ts'

const big = (at: number): ListBefore => ({ at, isSmall: false })
const quiet = { lists: [], lately: 0, urgent: 0, isEnds: false, oldest: 0, newest: 0 }

test('few messages go out by themselves, many in one list', () => {
  expect(nextList({ ...quiet, waiting: 5 }, 0)).toEqual({ do: 'singles' })
  expect(nextList({ ...quiet, waiting: 6 }, 0)).toEqual({ do: 'list' })
  expect(nextList({ ...quiet, waiting: 2, lately: 4 }, 0)).toEqual({ do: 'list' })
})

test('the rest between lists doubles while a storm goes on, and is short again after a small list', () => {
  const lists: ListBefore[] = []
  const rests: number[] = []
  let now = 0
  for (let place = 0; place < 6; place += 1) {
    lists.push(big(now))
    const until = restUntil(lists, false, now) ?? now
    rests.push((until - now) / MINUTE)
    now = until
  }
  expect(rests).toEqual([1, 2, 4, 8, 8, 8])
  expect(restUntil([...lists, { at: now, isSmall: true }], false, now)).toBe(now + MINUTE)
  expect(restUntil([...lists, big(now + 40 * MINUTE)], false, now + 40 * MINUTE)).toBe(now + 41 * MINUTE)
})

test('what is critical waits for a list for seconds only', () => {
  expect(nextList({ ...quiet, lists: [big(0)], waiting: 9, urgent: 9 }, SECOND)).toEqual({
    do: 'wait',
    until: 4 * SECOND,
  })
})

test('the last few of a storm are one list, and ends wait for those that come with them', () => {
  const lists = [big(0)]
  expect(nextList({ ...quiet, lists, waiting: 3 }, 30 * SECOND)).toEqual({ do: 'wait', until: MINUTE })
  expect(nextList({ ...quiet, lists, waiting: 3 }, MINUTE)).toEqual({ do: 'list' })
  expect(nextList({ ...quiet, lists, waiting: 1 }, MINUTE)).toEqual({ do: 'singles' })
  const ends = { ...quiet, lists, isEnds: true, waiting: 3, oldest: 5 * MINUTE, newest: 6 * MINUTE }
  expect(nextList(ends, 6 * MINUTE)).toEqual({ do: 'wait', until: 6 * MINUTE + 20 * SECOND })
  expect(nextList({ ...ends, newest: 7 * MINUTE - SECOND }, 7 * MINUTE - SECOND)).toEqual({
    do: 'wait',
    until: 7 * MINUTE,
  })
})

test('however a storm goes, nobody waits longer than eight minutes, and an hour of it is no more than a dozen lists', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ seconds: fc.integer({ min: 1, max: 20 }), count: fc.integer({ min: 6, max: 99 }) }),
        {
          minLength: 1,
          maxLength: 200,
        },
      ),
      (bursts) => {
        const lists: ListBefore[] = []
        let [now, waiting, oldest, newest, longest] = [0, 0, 0, 0, 0]
        for (const { seconds, count } of bursts) {
          now += seconds * SECOND
          oldest = waiting === 0 ? now : oldest
          waiting += count
          newest = now
          const next = nextList({ ...quiet, lists, waiting, oldest, newest }, now)
          longest = Math.max(longest, now - oldest)
          if (next.do !== 'list') continue
          lists.push({ at: now, isSmall: waiting <= 5 })
          waiting = 0
        }
        expect(longest).toBeLessThanOrEqual(8 * MINUTE + 20 * SECOND)
        expect(lists.length).toBeLessThanOrEqual(5 + Math.ceil(now / (8 * MINUTE)))
      },
    ),
  )
})
