import { MINUTE } from '@binnacle/contract/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, type Edge, type Facts, keyOf, type Link, type Thing } from './facts.ts'
import { type RankedCause, rankCauses as rank } from './index.ts'

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
    lastGood: null,
    lastSeen: null,
    ended: [],
    transitions: 0,
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

const rankCauses = (given: Facts): RankedCause[] => rank(given).causes

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
    const link = fc.constantFrom<Link[]>('same', 'contains', 'needs', 'checks')
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
      { numRuns: 400 },
    )
  })

  test('a check of two things is no part of one, whichever edge is read first', () => {
    const edges = [edge('a', 'checks', 'shop'), edge('e', 'checks', 'a'), edge('e', 'checks', 'shop')]
    const given = { things: [thing('shop'), thing('a'), failing('e', 5)], changes: [change('shop', 0)] }
    expect(rankCauses(facts({ ...given, edges: edges.toReversed() }))).toEqual(
      rankCauses(facts({ ...given, edges })),
    )
  })

  test('what fails because of something deeper folds below it', () => {
    const given = facts({
      things: [failing('shop', 1), failing('cart', 2), failing('database', 3)],
      edges: [edge('shop', 'needs', 'cart'), edge('cart', 'needs', 'database')],
    })
    const causes = rankCauses(given)
    expect(causes).toMatchObject([
      {
        kind: 'failing',
        level: 'likely',
        thing: { name: 'database' },
        steps: 2,
        consequences: [{ name: 'cart', text: 'cart, because of database' }],
      },
    ])
  })

  test('a failure folds below the change that explains it, and the sentence says so', () => {
    const given = facts({
      things: [failing('shop', 1), failing('payment', 2)],
      edges: [edge('shop', 'needs', 'payment')],
      changes: [change('payment', 4, { type: 'payment 3.0.0', severity: 'high' })],
    })
    expect(rankCauses(given)).toMatchObject([
      { kind: 'change', consequences: [{ text: 'payment, because of payment 3.0.0' }] },
    ])
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
    expect(changes[1]?.reasons).toContainEqual({
      aspect: 'effect',
      text: 'mail stayed healthy',
      points: -1.5,
    })
  })

  test('what happens all the time is less likely than what happens once', () => {
    const scaling = Array.from({ length: 16 }, (_, number) => change('cart', 2 + number * 10))
    const given = facts({
      things: [failing('shop', 0), thing('cart'), thing('mail')],
      edges: [edge('shop', 'needs', 'cart'), edge('shop', 'needs', 'mail')],
      changes: [...scaling, change('mail', 5)],
    })
    expect(namesOf(given)).toEqual(['mail', 'cart'])
    expect(rankCauses(given)[1]?.reasons).toContainEqual({
      aspect: 'frequency',
      text: 'It happened 16 times in this period',
      points: -2,
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

  test('failing pods of one workload are one cause', () => {
    const pods = ['pod 1', 'pod 2', 'pod 3']
    const given = facts({
      things: [failing('shop', 0), ...pods.map((name) => failing(name, 1, { type: 'Pod' }))],
      edges: pods.map((name) => edge('shop', 'contains', name)),
    })
    const causes = rankCauses(given)
    expect(causes.map(({ thing: { name }, others }) => [name, others.map((other) => other.name)])).toEqual([
      ['pod 1', ['pod 2', 'pod 3']],
    ])
  })

  test('a check stands for what it checks, and says why', () => {
    const check = thing('database answers', {
      kind: 'check',
      health: 'unhealthy',
      since: at,
      message: 'refused',
    })
    const given = facts({
      things: [failing('shop', 0), failing('database', 1), check],
      edges: [
        edge('shop', 'needs', 'database'),
        { from: keyOf('check', 'database answers'), to: key('database'), link: 'checks' },
      ],
    })
    expect(rankCauses(given)).toMatchObject([{ thing: { name: 'database' }, message: 'refused' }])
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
        edge('other workload', 'needs', 'namespace'),
        edge('other pod', 'needs', 'node'),
      ],
    })
    expect(namesOf(given)).toEqual([])
  })

  test('what contains the failing thing is no cause, but its change may be', () => {
    const given = facts({
      things: [failing('shop', 2), failing('region', 1), failing('database', 3)],
      edges: [edge('region', 'contains', 'shop'), edge('shop', 'needs', 'database')],
    })
    expect(namesOf(given)).toEqual(['database'])
    const changed = { ...given, things: given.things.slice(0, 2), changes: [change('region', 3)] }
    expect(rankCauses(changed).map(({ kind, thing: { name } }) => `${kind} ${name}`)).toEqual([
      'change region',
    ])
  })

  test('a component, its item and their check are one thing, whichever is asked about', () => {
    const check = keyOf('check', 'shop answers')
    const component = keyOf('component', 'shop component')
    const given = facts({
      things: [
        thing('shop'),
        failing('shop component', 1, { kind: 'component' }),
        failing('shop answers', 1, { kind: 'check' }),
        failing('database', 2),
      ],
      edges: [
        { from: component, to: key('shop'), link: 'same' },
        { from: check, to: key('shop'), link: 'checks' },
        edge('shop', 'needs', 'database'),
      ],
    })
    const [item, asked, checked] = [key('shop'), component, check].map((start) => rank({ ...given, start }))
    expect(item?.causes.map(({ thing: { name } }) => name)).toEqual(['database'])
    expect(asked).toEqual(item)
    expect(checked).toEqual(item)
  })

  test('a change of something green counts when those that need it fail, and not when they do not', () => {
    const users = ['a', 'b', 'c']
    const given = (failingUsers: readonly string[]) =>
      facts({
        things: [
          failing('shop', 1),
          thing('database', { health: 'healthy' }),
          ...users.map((name) =>
            failingUsers.includes(name) ? failing(name, 1) : thing(name, { health: 'healthy' }),
          ),
        ],
        edges: ['shop', ...users].map((name) => edge(name, 'needs', 'database')),
        changes: [change('database', 2, { type: 'Migration' })],
      })
    expect(rank(given(users)).isKnown).toBe(true)
    expect(rank(given([])).isKnown).toBe(false)
  })

  test('between the last good result and the first bad one, time has no distance', () => {
    const given = (lastGood: number) =>
      facts({
        things: [failing('shop', 1, { lastGood: at - lastGood * MINUTE }), thing('database')],
        edges: [edge('shop', 'needs', 'database')],
        changes: [change('database', 25)],
      })
    const timeOf = (lastGood: number) =>
      rankCauses(given(lastGood))[0]?.reasons.find(({ aspect }) => aspect === 'time')?.points
    expect(timeOf(31)).toBeCloseTo(0)
    expect(timeOf(2)).toBeLessThan(-2)
  })

  test('what failed shortly before and is well again is a candidate, what flaps all day is not', () => {
    const given = (transitions: number) =>
      facts({
        things: [
          failing('shop', 2),
          thing('database', {
            health: 'healthy',
            ended: [{ from: at - 5 * MINUTE, to: at - 2 * MINUTE }],
            transitions,
          }),
        ],
        edges: [edge('shop', 'needs', 'database')],
      })
    expect(rankCauses(given(2))).toMatchObject([
      { kind: 'recovered', level: 'likely', thing: { name: 'database' } },
    ])
    expect(rankCauses(given(20))).toEqual([])
  })

  test('something that was removed stands above another change of the same minute', () => {
    const given = facts({
      things: [failing('shop', 1), thing('stock'), thing('queue')],
      edges: [edge('shop', 'needs', 'stock'), edge('shop', 'needs', 'queue')],
      changes: [
        change('stock', 3, { type: 'Deleted', source: 'catalog' }),
        change('queue', 3, { type: 'Noted', source: null }),
      ],
    })
    expect(namesOf(given)).toEqual(['stock', 'queue'])
  })

  test('a change of what stays green is a likely cause where several that need it failed', () => {
    const given = facts({
      things: [
        failing('shop', 1),
        failing('cart', 1),
        thing('database', { health: 'healthy', lastSeen: at }),
      ],
      edges: [edge('shop', 'needs', 'database'), edge('cart', 'needs', 'database')],
      changes: [change('database', 5, { type: 'Migrated' })],
    })
    const [first] = rankCauses(given)
    expect(first).toMatchObject({ level: 'likely', thing: { name: 'database' } })
    expect(first?.reasons.map(({ text }) => text)).toContain(
      'database stayed healthy, but 2 that need it failed',
    )
  })

  test('two services of one type with different troubles are two lines, with the same trouble one', () => {
    const given = (other: string) =>
      facts({
        things: [
          failing('shop', 1),
          failing('cart', 2, { message: 'out of memory' }),
          failing('payment', 2, { message: other }),
        ],
        edges: [edge('shop', 'contains', 'cart'), edge('shop', 'contains', 'payment')],
      })
    expect(rankCauses(given('connection refused'))).toHaveLength(2)
    expect(rankCauses(given('out of memory'))).toHaveLength(1)
  })

  test('a delivery that crashes the pods of a service stands above the pods, asked for who needs it', () => {
    const given = facts({
      things: [
        failing('shop', 8.4),
        failing('payment', 8.6, { message: 'status 503' }),
        failing('payment-1', 8.5, { message: 'CrashLoopBackOff' }),
        failing('payment-2', 8.5, { message: 'CrashLoopBackOff' }),
      ],
      edges: [
        edge('shop', 'needs', 'payment'),
        edge('payment', 'contains', 'payment-1'),
        edge('payment', 'contains', 'payment-2'),
      ],
      changes: [change('payment', 9.5, { type: 'Deployment' })],
    })
    const [first] = rankCauses(given)
    expect(first).toMatchObject({ kind: 'change', level: 'likely', thing: { name: 'payment' } })
    expect(first?.reasons.map(({ text }) => text)).toContain('payment has failed since then')
  })

  test('what failed after a change and is well again did not stay healthy', () => {
    const given = facts({
      things: [
        failing('shop', 29),
        thing('queue', {
          health: 'healthy',
          lastSeen: at,
          ended: [{ from: at - 30 * MINUTE, to: at - 18 * MINUTE }],
        }),
      ],
      edges: [edge('shop', 'needs', 'queue')],
      changes: [change('queue', 31)],
    })
    const ofChange = rankCauses(given).find(({ kind }) => kind === 'change')
    expect(ofChange?.reasons.map(({ text }) => text)).toContain(
      'queue has failed since then, and is well again',
    )
  })

  test('a call that changes settings is a change of configuration', () => {
    const given = facts({
      things: [failing('shop', 5), thing('bucket')],
      edges: [edge('shop', 'needs', 'bucket')],
      changes: [change('bucket', 6, { type: 'PutBucketPolicy', source: 'CloudTrail', severity: 'info' })],
    })
    expect(rank(given)).toMatchObject({ isKnown: true, causes: [{ thing: { name: 'bucket' } }] })
  })

  test('only what is loaded itself tells that somebody loads it', () => {
    const given = (message: string, own: string) =>
      facts({
        things: [failing('shop', 5, { message: own }), failing('database', 6, { message }), thing('job')],
        edges: [edge('shop', 'needs', 'database'), edge('job', 'needs', 'database')],
        changes: [change('job', 8)],
      })
    const textsOf = (facts: Facts) =>
      rankCauses(facts)
        .filter(({ thing: { name } }) => name === 'job')
        .flatMap(({ reasons }) => reasons.map(({ text }) => text))
    const says = 'database says that it has too much to do'
    expect(textsOf(given('too many connections', 'status 500'))).toContain(says)
    expect(textsOf(given('connection refused', 'too many requests')).join()).not.toContain('too much to do')
  })

  test('what fails and recovers all the time is only possible, and says so', () => {
    const given = (transitions: number) =>
      facts({
        things: [failing('shop', 2), failing('database', 1, { transitions })],
        edges: [edge('shop', 'needs', 'database')],
      })
    expect(rank(given(2))).toMatchObject({ isKnown: true, causes: [{ thing: { name: 'database' } }] })
    expect(rank(given(20))).toMatchObject({
      isKnown: false,
      causes: [{ kind: 'failing', level: 'possible', thing: { name: 'database' } }],
    })
    expect(rank(given(20)).causes[0]?.reasons.map(({ text }) => text)).toContain(
      'Its health changed 20 times in the hours before, so that it fails now says little',
    )
  })

  test('what nobody sees since before is named where several that need it fail, above an innocent change', () => {
    const given = facts({
      things: [
        failing('shop', 1),
        failing('cart', 1),
        thing('booking-db', {
          unseen: { message: 'It should have run, and did not', since: at - 3 * MINUTE },
        }),
      ],
      edges: [edge('shop', 'needs', 'booking-db'), edge('cart', 'needs', 'booking-db')],
      changes: [change('shop', 40)],
    })
    expect(rankCauses(given)[0]).toMatchObject({ kind: 'unseen', thing: { name: 'booking-db' } })
  })

  test('the change of a caller is a cause where what it calls is overloaded', () => {
    const given = (message: string) =>
      facts({
        start: key('database'),
        things: [failing('database', 1, { message }), thing('purge'), thing('database b')],
        edges: [edge('purge', 'needs', 'database')],
        changes: [change('purge', 3, { type: 'JobStarted' })],
      })
    expect(rank(given('too many connections'))).toMatchObject({
      isKnown: true,
      causes: [{ kind: 'change', thing: { name: 'purge' } }],
    })
    expect(rank(given('certificate expired')).isKnown).toBe(false)
  })

  test('says that nobody knows where nothing explains it', () => {
    expect(rank(facts({ things: [failing('shop', 1)] }))).toEqual({
      start: { health: 'unhealthy', since: at - MINUTE },
      isKnown: false,
      causes: [],
    })
  })

  test('what the asked thing needs stays the answer when strangers and far changes are added', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 600 }), (count, ago) => {
        const given = facts({
          things: [failing('shop', 1), failing('database', 2)],
          edges: [edge('shop', 'needs', 'database')],
        })
        const strangers = Array.from({ length: count }, (_, number) => `stranger ${number}`)
        const more = {
          ...given,
          things: [...given.things, ...strangers.map((name) => thing(name, { health: 'healthy' }))],
          edges: [
            ...given.edges,
            ...strangers.slice(1).map((name, place) => edge(name, 'needs', strangers[place] ?? '')),
          ],
          changes: strangers.map((name) => change(name, ago)),
        }
        expect(rank(more)).toEqual(rank(given))
      }),
    )
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
    expect(rankCauses(given('unhealthy')).map(({ kind }) => kind)).toEqual(['change'])
  })

  test('points of the reasons add up to the score, and the way is said in words', () => {
    const given = facts({
      things: [failing('shop', 0), thing('cart'), failing('cart-1', 2, { type: 'Pod', message: 'exit 1' })],
      edges: [edge('shop', 'needs', 'cart'), edge('cart', 'contains', 'cart-1')],
    })
    const [cause] = rankCauses(given)
    expect(cause?.reasons.map(({ text }) => text)).toEqual([
      'It is unhealthy',
      'It failed 2m before shop was seen to fail',
      '2 steps away: shop needs cart, cart contains cart-1',
    ])
    expect(cause?.score).toBeCloseTo(3.5 - 1)
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
