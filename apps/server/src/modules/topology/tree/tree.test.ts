import { healthOf } from '@binnacle/contract/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addContribution,
  contributionOf,
  noChildTotals,
  noOwnCounts,
  summaryOf,
  rolledHealth,
} from '../roll-up/compute/counts.ts'
import { closingEdges, orderUpwards } from '../roll-up/compute/order.ts'
import { readList } from './filter.ts'
import { rankOf } from './sort.ts'
import { stripOf } from './strip.ts'

describe('readList', () => {
  test.each([
    ['', ['a'], undefined],
    ['All', ['a'], undefined],
    ['a,b', ['b'], true],
    ['a,b', ['c'], false],
    ['a,b', [null], false],
    ['!a', ['b'], true],
    ['!a', [null], true],
    ['!a', ['a'], false],
    ['a,!b', ['a', 'b'], false],
    ['Kube*', ['Kubernetes'], true],
    ['*', ['anything'], true],
    ['*,!a', ['a'], false],
  ])('%j of %j is %j [TOP-045]', (text, values, wanted) => {
    expect(readList(text)?.(values)).toBe(wanted)
  })
})

test('ranks the most severe first [TOP-041]', () => {
  const healths = ['healthy', 'unknown', 'unhealthy', 'warning']
  const ranked = healths.toSorted((one, other) => rank(one) - rank(other))
  function rank(health: string): number {
    // The rest of a component has no part in it.
    return rankOf({ data: { health, status: health } })
  }
  expect(ranked).toEqual(['unhealthy', 'warning', 'unknown', 'healthy'])
  expect(rankOf({ data: { health: 'unhealthy', status: 'info' } })).toBe(4)
})

describe('stripOf', () => {
  const now = Date.parse('2026-11-23T12:30:00Z')
  const hour = (ago: number) => now - ago * 3_600_000

  test('shows what holds now where nothing changed', () => {
    expect(stripOf([], 'healthy', now)).toBe('h'.repeat(24))
    expect(stripOf([], 'odd', now)).toBe('-'.repeat(24))
  })
  test('shows the worst of each hour', () => {
    const changes = [
      { at: hour(3), health: 'unhealthy', previous: 'healthy' },
      { at: hour(3) + 60_000, health: 'healthy', previous: 'unhealthy' },
      { at: hour(1), health: 'warning', previous: 'healthy' },
    ]
    expect(stripOf(changes, 'warning', now)).toBe(`${'h'.repeat(20)}uhww`)
  })
  test('begins with what was before the first change', () => {
    expect(stripOf([{ at: hour(30), health: 'healthy', previous: null }], 'healthy', now)).toBe(
      'h'.repeat(24),
    )
    expect(stripOf([{ at: hour(2), health: 'healthy', previous: null }], 'healthy', now)).toBe(
      `${'-'.repeat(21)}hhh`,
    )
  })
})

const health = fc.constantFrom('healthy', 'unhealthy', 'warning', 'unknown').map(healthOf)
const counts = fc.dictionary(fc.constantFrom('healthy', 'unhealthy'), fc.integer({ min: 1, max: 5 }))
const byType = fc.dictionary(
  fc.constantFrom('security', 'cost'),
  fc.dictionary(fc.constantFrom('high', 'low'), fc.integer({ min: 1, max: 5 }), { minKeys: 1 }),
)
const given = fc
  .record({ health, checks: counts, insights: byType })
  .map(({ health: own, checks, insights }) =>
    contributionOf(own, own, { ...noOwnCounts, checks, insights }, noChildTotals),
  )

describe('counts', () => {
  test('adding in any order gives the same, and taking away leaves what was there [TOP-034]', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 6 }), given, (all, one) => {
        const sum = all.reduce((total, each) => addContribution(total, each, 1), noChildTotals)
        expect(
          all.toReversed().reduce((total, each) => addContribution(total, each, 1), noChildTotals),
        ).toEqual(sum)
        expect(addContribution(addContribution(sum, one, 1), one, -1)).toEqual(sum)
      }),
    )
  })

  test('the worst wins, and unknown only where nothing is known [TOP-038]', () => {
    const none = { health: null, status: null }
    expect(rolledHealth(none, noOwnCounts, noChildTotals)).toBe('unknown')
    expect(rolledHealth({ ...none, health: 'healthy' }, noOwnCounts, noChildTotals)).toBe('healthy')
    expect(
      rolledHealth(
        { ...none, health: 'healthy' },
        { ...noOwnCounts, configs: { warning: 1 } },
        noChildTotals,
      ),
    ).toBe('warning')
    expect(rolledHealth(none, { ...noOwnCounts, checks: { healthy: 3, unhealthy: 1 } }, noChildTotals)).toBe(
      'unhealthy',
    )
  })

  test('unhealthy is worse than a warning, and a warning than healthy, in any order [TOP-038]', () => {
    const places = ['source', 'checks', 'configs', 'children'] as const
    type Place = (typeof places)[number]
    const worstOf = (healths: Readonly<Partial<Record<Place, string>>>) => {
      const countOf = (place: Place) => (healths[place] === undefined ? {} : { [healths[place]]: 1 })
      return rolledHealth(
        { health: healths.source ?? null, status: null },
        { ...noOwnCounts, checks: countOf('checks'), configs: countOf('configs') },
        { ...noChildTotals, children: countOf('children') },
      )
    }
    for (const one of places)
      for (const other of places.filter((place) => place !== one)) {
        expect([one, other, worstOf({ [one]: 'unhealthy', [other]: 'warning' })]).toEqual([
          one,
          other,
          'unhealthy',
        ])
        expect([one, other, worstOf({ [one]: 'warning', [other]: 'healthy' })]).toEqual([
          one,
          other,
          'warning',
        ])
      }
  })

  test('what fails itself counts as that above it, however well what is below it is', () => {
    const below = addContribution(
      noChildTotals,
      contributionOf('healthy', 'healthy', noOwnCounts, noChildTotals),
      1,
    )
    const failing = contributionOf(
      'unhealthy',
      'unhealthy',
      { ...noOwnCounts, checks: { unhealthy: 1 } },
      below,
    )
    expect(summaryOf(noOwnCounts, addContribution(noChildTotals, failing, 1))).toMatchObject({
      unhealthy: 1,
      healthy: 0,
      checks: { unhealthy: 1 },
    })
  })
})

describe('orderUpwards', () => {
  test('places each component after those below it, and finds circles', () => {
    const edges = [
      { below: 'c', above: 'b', isParent: true },
      { below: 'b', above: 'a', isParent: true },
      { below: 'c', above: 'a', isParent: false },
    ]
    expect(orderUpwards(['a', 'b', 'c'], edges)).toEqual({ ordered: ['c', 'b', 'a'], circle: new Set() })
    const closing = { below: 'a', above: 'b', isParent: false }
    const outside = { below: 'a', above: 'd', isParent: false }
    const circle = [...edges, closing, outside]
    expect(closingEdges(['a', 'b', 'c', 'd'], circle)).toEqual([closing])
    expect(closingEdges(['a', 'b', 'c', 'd'], edges)).toEqual([])
    expect(orderUpwards(['a', 'b', 'c'], circle)).toEqual({
      ordered: ['c'],
      circle: new Set(['a', 'b', 'd']),
    })
  })
})
