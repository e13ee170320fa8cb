import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, type Edge, type Facts, keyOf, type Link, type Thing } from './facts.ts'
import { rankCauses } from './index.ts'

const MINUTE = 60_000
const at = Date.parse('2026-11-23T12:00:00Z')
const key = (name: string) => keyOf('config', name)

function thing(name: string, more: Partial<Thing> = {}): Thing {
  return {
    kind: 'config',
    id: name,
    name,
    type: 'Service',
    health: null,
    since: null,
    message: null,
    within: [],
    ...more,
  }
}

const failing = (name: string, minutes: number, more: Partial<Thing> = {}): Thing =>
  thing(name, { health: 'unhealthy', since: at - minutes * MINUTE, ...more })

const edge = (from: string, link: Link, to: string): Edge => ({ from: key(from), to: key(to), link })

function change(name: string, minutes: number, more: Partial<Change> = {}): Change {
  return {
    thing: key(name),
    id: `${name} ${minutes}`,
    type: 'diff',
    source: 'diff',
    severity: null,
    summary: null,
    by: null,
    at: at - minutes * MINUTE,
    count: 1,
    ...more,
  }
}

const facts = (more: Partial<Facts>): Facts => ({
  start: key('shop'),
  at,
  from: at - 24 * 60 * MINUTE,
  things: [],
  edges: [],
  changes: [],
  ...more,
})

const namesOf = (given: Facts) => rankCauses(given).map(({ thing: { name } }) => name)

describe('the ranking of causes', () => {
  test('a nearer change is more likely than one further away at the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 2, max: 6 }), (minutes, steps) => {
        const names = ['shop', ...Array.from({ length: steps }, (_, number) => `step ${number + 1}`)]
        const given = facts({
          things: [failing('shop', 0), ...names.slice(1).map((name) => thing(name))],
          edges: names.slice(1).map((name, place) => edge(names[place] ?? '', 'needs', name)),
          changes: names.map((name) => change(name, minutes)),
        })
        // The failing thing changed itself, which counts more.
        expect(namesOf(given)).toEqual(names)
      }),
    )
  })

  test('a later change is more likely than an earlier one at the same distance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 700 }), (minutes, earlier) => {
        const given = facts({
          things: [failing('shop', 0), thing('near'), thing('also near')],
          edges: [edge('shop', 'needs', 'near'), edge('shop', 'needs', 'also near')],
          changes: [change('near', minutes + earlier), change('also near', minutes)],
        })
        expect(namesOf(given)).toEqual(['also near', 'near'])
      }),
    )
  })

  test('a change after the trouble began is no cause, however near', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.double({ min: 0.001, max: 600, noNaN: true }),
        (ago, after) => {
          const given = facts({
            things: [failing('shop', ago), thing('near')],
            edges: [edge('shop', 'needs', 'near')],
            changes: [change('shop', ago - after), change('near', ago - after)],
          })
          expect(rankCauses(given)).toEqual([])
        },
      ),
    )
  })

  test('ends in cycles, and the order of what it is given changes nothing', () => {
    const names = ['shop', 'a', 'b', 'c', 'd', 'e']
    const name = fc.constantFrom(...names)
    const link = fc.constantFrom<Link[]>('same', 'contains', 'uses', 'needs', 'within', 'checks', 'checked')
    const minutes = fc.integer({ min: 0, max: 90 })
    const graph = fc.record({
      things: fc.tuple(
        ...names.map((one) =>
          fc.record({
            name: fc.constant(one),
            health: fc.constantFrom('healthy' as const, 'unhealthy' as const, 'warning' as const, null),
            ago: fc.option(minutes),
          }),
        ),
      ),
      edges: fc.array(fc.record({ from: name, link, to: name }), { maxLength: 20 }),
      changes: fc.uniqueArray(fc.record({ name, ago: minutes }), {
        maxLength: 8,
        selector: ({ name: one, ago }) => `${one} ${ago}`,
      }),
    })
    fc.assert(
      fc.property(graph, fc.infiniteStream(fc.nat()), ({ things, edges, changes }, random) => {
        const ordered = facts({
          things: things.map((one) =>
            thing(one.name, {
              health: one.health,
              since: one.ago === null ? null : at - one.ago * MINUTE,
            }),
          ),
          edges: edges.map(({ from, link: of, to }) => edge(from, of, to)),
          changes: changes.map((one) => change(one.name, one.ago)),
        })
        const shuffled = <Value>(list: readonly Value[]): Value[] =>
          list
            .map((value) => ({ value, place: random.next().value ?? 0 }))
            .toSorted((one, other) => one.place - other.place)
            .map(({ value }) => value)
        const other = {
          ...ordered,
          things: shuffled(ordered.things),
          edges: shuffled(ordered.edges),
          changes: shuffled(ordered.changes),
        }
        expect(rankCauses(other)).toEqual(rankCauses(ordered))
      }),
    )
  })

  test('what fails deepest is more likely than what fails because of it', () => {
    const given = facts({
      things: [failing('shop', 1), failing('cart', 2), failing('database', 3)],
      edges: [edge('shop', 'needs', 'cart'), edge('cart', 'needs', 'database')],
    })
    const [first, second] = rankCauses(given)
    expect(first).toMatchObject({ kind: 'failing', thing: { name: 'database' }, steps: 2 })
    expect(second?.reasons.map(({ text }) => text)).toContain(
      'It is probably a consequence: database fails too',
    )
  })

  test('what failed long after cannot be the cause, what is noticed a little later can', () => {
    const given = (after: number) =>
      facts({
        things: [failing('shop', 60), failing('database', 60 - after)],
        edges: [edge('shop', 'needs', 'database')],
      })
    expect(namesOf(given(11))).toEqual([])
    const [late] = rankCauses(given(4))
    expect(late?.reasons.map(({ text }) => text)).toContain(
      'It was seen to fail 4m after shop, which may be the delay of its check',
    )
  })

  test('a change after which its thing failed is more likely than one after which it stayed healthy', () => {
    const given = facts({
      things: [failing('shop', 0), failing('cart', 1), thing('mail', { health: 'healthy' })],
      edges: [edge('shop', 'needs', 'cart'), edge('shop', 'needs', 'mail')],
      changes: [change('cart', 3), change('mail', 2)],
    })
    const changes = rankCauses(given).filter(({ kind }) => kind === 'change')
    expect(changes.map(({ thing: { name } }) => name)).toEqual(['cart', 'mail'])
    expect(changes[1]?.reasons).toContainEqual({ text: 'mail stayed healthy', points: -2 })
  })

  test('what happens all the time is less likely than what happens once', () => {
    const scaling = Array.from({ length: 16 }, (_, number) => change('cart', 2 + number * 10))
    const given = facts({
      things: [failing('shop', 0), thing('cart'), thing('mail')],
      edges: [edge('shop', 'needs', 'cart'), edge('shop', 'needs', 'mail')],
      changes: [...scaling, change('mail', 12)],
    })
    expect(namesOf(given)).toEqual(['mail', 'cart'])
    expect(rankCauses(given)[1]?.reasons).toContainEqual({
      text: 'It happened 16 times in this period',
      points: -4,
    })
  })

  test('a failing thing that is reached through a healthy one is less likely', () => {
    const given = facts({
      things: [
        failing('shop', 0),
        thing('cart', { health: 'healthy' }),
        thing('mail'),
        failing('a', 1, { type: 'A' }),
        failing('b', 1, { type: 'B' }),
      ],
      edges: [
        edge('shop', 'needs', 'cart'),
        edge('shop', 'needs', 'mail'),
        edge('cart', 'needs', 'a'),
        edge('mail', 'needs', 'b'),
      ],
    })
    expect(namesOf(given)).toEqual(['b', 'a'])
  })

  test('failing pods of one workload are one cause, and a check stands for what it checks', () => {
    const check = thing('database answers', {
      kind: 'check',
      health: 'unhealthy',
      since: at,
      message: 'refused',
    })
    const given = facts({
      things: [
        failing('shop', 0),
        ...['pod 1', 'pod 2', 'pod 3'].map((name) => failing(name, 1, { type: 'Pod' })),
        failing('database', 1),
        check,
      ],
      edges: [
        ...['pod 1', 'pod 2', 'pod 3'].map((name) => edge('shop', 'contains', name)),
        edge('shop', 'needs', 'database'),
        { from: key('database'), to: keyOf('check', 'database answers'), link: 'checked' },
      ],
    })
    const causes = rankCauses(given)
    expect(causes.map(({ thing: { name }, others }) => [name, others.map((other) => other.name)])).toEqual([
      ['database', ['database answers']],
      ['pod 1', ['pod 2', 'pod 3']],
    ])
    expect(causes[0]?.message).toBe('refused')
  })

  test('a namespace or a node leads to no neighbor that has nothing to do with it', () => {
    const within = { within: [key('namespace')] }
    const given = facts({
      things: [
        failing('shop', 0, within),
        thing('namespace'),
        thing('node'),
        failing('other workload', 1),
        failing('other pod', 1),
      ],
      edges: [
        edge('shop', 'needs', 'namespace'),
        edge('shop', 'needs', 'node'),
        edge('namespace', 'contains', 'other workload'),
        edge('namespace', 'uses', 'other workload'),
        edge('node', 'uses', 'other pod'),
      ],
    })
    expect(namesOf(given)).toEqual([])
  })

  test('what contains the failing thing fails because of it', () => {
    const given = facts({
      things: [failing('shop', 2), failing('region', 1), failing('database', 3)],
      edges: [
        edge('shop', 'within', 'region'),
        edge('region', 'contains', 'shop'),
        edge('shop', 'needs', 'database'),
      ],
    })
    const [first, second] = rankCauses(given)
    expect([first?.thing.name, second?.thing.name]).toEqual(['database', 'region'])
    expect(second?.reasons).toContainEqual({
      text: 'It is probably a consequence: shop is part of it',
      points: -3,
    })
  })

  test('a check that nobody sees explains an unknown health first', () => {
    const unseen = { unseen: { message: 'The scraper failed', since: at - MINUTE } }
    const given = (health: 'unknown' | 'unhealthy') =>
      facts({
        things: [thing('shop', { health, since: at, ...unseen }), thing('cart')],
        edges: [edge('shop', 'needs', 'cart')],
        changes: [change('cart', 1)],
      })
    expect(rankCauses(given('unknown'))[0]).toMatchObject({ kind: 'unseen', message: 'The scraper failed' })
    expect(rankCauses(given('unhealthy')).map(({ kind }) => kind)).toEqual(['change', 'unseen'])
  })

  test('points of the reasons add up to the score, and the way is said in words', () => {
    const given = facts({
      things: [failing('shop', 0), thing('cart'), failing('cart-1', 2, { type: 'Pod', message: 'exit 1' })],
      edges: [edge('shop', 'needs', 'cart'), edge('cart', 'contains', 'cart-1')],
    })
    const [cause] = rankCauses(given)
    expect(cause?.reasons.map(({ text }) => text)).toEqual([
      'It is unhealthy',
      'It failed 2m before shop failed',
      '2 steps away: shop needs cart, cart contains cart-1',
    ])
    expect(cause?.score).toBeCloseTo(4 - Math.log2(1.4) - 2)
    expect(cause?.path.map(({ name }) => name)).toEqual(['shop', 'cart', 'cart-1'])
  })

  test('the way says what things are that have one name', () => {
    const pod = failing('pod', 1, { name: 'shop', type: 'Pod' })
    const [cause] = rankCauses(
      facts({ things: [thing('shop'), pod], edges: [edge('shop', 'contains', 'pod')] }),
    )
    expect(cause?.reasons.map(({ text }) => text)).toContain(
      '1 step away: shop (Service) contains shop (Pod)',
    )
  })
})
