import type { Layer, WeeklyHours } from '@binnacle/contract/on-call'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onCallAt, type OverrideStretch, type Schedule, shiftsOf } from './shifts.ts'
import { swapped } from './swaps.ts'

const at = (text: string) => Date.parse(text)
const layerOf = (changes: Partial<Layer>): Layer => ({
  name: 'Primary',
  timeZone: 'Europe/Berlin',
  participants: ['ada', 'grace'],
  start: '2026-01-05',
  end: null,
  handover: { every: 1, unit: 'days', at: '09:00' },
  hours: [],
  ...changes,
})
const scheduleOf = (...layers: Partial<Layer>[]): Schedule => ({ layers: layers.map(layerOf), overrides: [] })
const shiftLines = (schedule: Schedule, from: string, to: string) =>
  shiftsOf(schedule, { from: at(from), to: at(to) }).map(
    (shift) => `${new Date(shift.from).toISOString().slice(0, 16)} ${shift.personId ?? 'nobody'}`,
  )

describe('who is on call', () => {
  test('takes turns each day at a local time', () => {
    expect(shiftLines(scheduleOf({}), '2026-01-05T00:00:00Z', '2026-01-07T12:00:00Z')).toEqual([
      '2026-01-05T00:00 nobody',
      '2026-01-05T08:00 ada',
      '2026-01-06T08:00 grace',
      '2026-01-07T08:00 ada',
    ])
  })

  test('takes turns each two weeks, on the weekday of the first', () => {
    const schedule = scheduleOf({ handover: { every: 2, unit: 'weeks', at: '00:00' }, timeZone: 'UTC' })
    expect(shiftLines(schedule, '2026-01-05T00:00:00Z', '2026-02-03T00:00:00Z')).toEqual([
      '2026-01-05T00:00 ada',
      '2026-01-19T00:00 grace',
      '2026-02-02T00:00 ada',
    ])
  })

  test('takes turns by hours of a fixed length, whatever the clocks do', () => {
    const schedule = scheduleOf({ start: '2026-03-28', handover: { every: 12, unit: 'hours', at: '20:00' } })
    expect(shiftLines(schedule, '2026-03-28T19:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-28T19:00 ada',
      '2026-03-29T07:00 grace',
      '2026-03-29T19:00 ada',
    ])
  })

  test('ends with the layer, and a later layer follows', () => {
    const schedule = scheduleOf(
      { participants: ['ada'], end: '2026-01-07' },
      { participants: ['grace'], timeZone: 'UTC' },
    )
    expect(shiftLines(schedule, '2026-01-06T00:00:00Z', '2026-01-08T00:00:00Z')).toEqual([
      '2026-01-06T00:00 ada',
      '2026-01-07T08:00 grace',
    ])
  })

  test('follows the sun with layers of several zones', () => {
    const office: WeeklyHours = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '16:00' }
    const handover = { every: 1, unit: 'days', at: '00:00' } as const
    const schedule = scheduleOf(
      { timeZone: 'Europe/London', participants: ['london'], hours: [office], handover },
      { timeZone: 'America/Los_Angeles', participants: ['california'], hours: [office], handover },
      { timeZone: 'Australia/Perth', participants: ['perth'], hours: [office], handover },
    )
    expect(shiftLines(schedule, '2026-01-12T00:00:00Z', '2026-01-13T08:00:00Z')).toEqual([
      '2026-01-12T00:00 perth',
      '2026-01-12T08:00 london',
      '2026-01-12T16:00 california',
      '2026-01-13T00:00 perth',
    ])
  })

  test('has nobody outside of the hours of all layers, and hours may end on the next day', () => {
    const nights = { days: [5], from: '22:00', to: '06:00' }
    const schedule = scheduleOf({ timeZone: 'UTC', participants: ['ada'], hours: [nights] })
    expect(shiftLines(schedule, '2026-01-09T00:00:00Z', '2026-01-11T00:00:00Z')).toEqual([
      '2026-01-09T00:00 nobody',
      '2026-01-09T22:00 ada',
      '2026-01-10T06:00 nobody',
    ])
  })

  test('is somebody of the next layer in the turn of a person whose account is closed', () => {
    const schedule: Schedule = {
      ...scheduleOf({}, { participants: ['edsger'] }),
      absent: new Set(['grace']),
    }
    expect(shiftLines(schedule, '2026-01-05T08:00:00Z', '2026-01-07T12:00:00Z')).toEqual([
      '2026-01-05T08:00 ada',
      '2026-01-06T08:00 edsger',
      '2026-01-07T08:00 ada',
    ])
  })

  test('is the person of the latest override', () => {
    const schedule: Schedule = {
      ...scheduleOf({ participants: ['ada'], timeZone: 'UTC' }),
      overrides: [
        { id: '1', personId: 'grace', from: at('2026-01-06T00:00:00Z'), to: at('2026-01-06T12:00:00Z') },
        { id: '2', personId: 'edsger', from: at('2026-01-06T06:00:00Z'), to: at('2026-01-06T07:00:00Z') },
      ],
    }
    expect(shiftLines(schedule, '2026-01-05T12:00:00Z', '2026-01-07T00:00:00Z')).toEqual([
      '2026-01-05T12:00 ada',
      '2026-01-06T00:00 grace',
      '2026-01-06T06:00 edsger',
      '2026-01-06T07:00 grace',
      '2026-01-06T12:00 ada',
    ])
  })
})

describe('in the night in which clocks change', () => {
  const daily = (timeZone: string, time: string, start: string) =>
    scheduleOf({ timeZone, start, handover: { every: 1, unit: 'days', at: time } })

  test.each([
    // 02:30 does not exist: the handover is at 03:30 summer time.
    ['Europe/Berlin', '2026-03-28', ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']],
    ['America/New_York', '2026-03-07', ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30']],
    // 02:30 exists twice in Berlin, and the first one counts; New York repeats the hour from 01:00.
    ['Europe/Berlin', '2026-10-24', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
    ['America/New_York', '2026-10-31', ['2026-10-31T06:30', '2026-11-01T07:30', '2026-11-02T07:30']],
  ])('a handover at 02:30 happens once a day in %s from %s', (zone, start, expected) => {
    const first = at(`${expected[0]}:00Z`)
    const found = shiftsOf(daily(zone, '02:30', start), { from: first, to: first + 2.5 * 86_400_000 })
    expect(found.map(({ from }) => new Date(from).toISOString().slice(0, 16))).toEqual(expected)
    expect(found.map(({ personId }) => personId)).toEqual(['ada', 'grace', 'ada'])
  })

  test('a handover at 01:30 that New York has twice is the first of the two', () => {
    const schedule = daily('America/New_York', '01:30', '2026-10-31')
    expect(shiftLines(schedule, '2026-10-31T05:30:00Z', '2026-11-02T12:00:00Z')).toEqual([
      '2026-10-31T05:30 ada',
      '2026-11-01T05:30 grace',
      '2026-11-02T06:30 ada',
    ])
  })

  test.each([
    ['Europe/Berlin', '2026-03-28T22:00:00Z', 7],
    ['Europe/Berlin', '2026-10-24T21:00:00Z', 9],
    ['America/New_York', '2026-03-08T04:00:00Z', 7],
    ['America/New_York', '2026-11-01T03:00:00Z', 9],
  ])('a night shift in %s from %s has %i hours', (timeZone, from, hours) => {
    const night = { days: [1, 2, 3, 4, 5, 6, 7], from: '23:00', to: '07:00' }
    const schedule = scheduleOf({ timeZone, participants: ['ada'], hours: [night] })
    const shift = shiftsOf(schedule, { from: at(from), to: at(from) + 86_400_000 }).find(
      ({ personId }) => personId !== null,
    )
    expect(shift).toMatchObject({ from: at(from), to: at(from) + hours * 3_600_000 })
  })

  test('hours that the clocks skip are left out, and those that they repeat count twice', () => {
    const early = { days: [7], from: '02:00', to: '03:00' }
    const schedule = scheduleOf({ participants: ['ada'], hours: [early] })
    expect(shiftLines(schedule, '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-29T00:00 nobody',
    ])
    expect(shiftLines(schedule, '2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      '2026-10-25T00:00 ada',
      '2026-10-25T02:00 nobody',
    ])
  })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Havana',
]
const people = ['ada', 'grace', 'edsger', 'barbara']
const wallTimes = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const hoursEntry = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  from: wallTimes,
  to: wallTimes,
})
const layers = fc.record({
  name: fc.constant('layer'),
  timeZone: fc.constantFrom(...zones),
  participants: fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 4 }),
  start: fc.constantFrom('2026-03-01', '2026-03-20', '2026-03-29', '2026-10-20'),
  end: fc.constantFrom(null, null, '2026-04-02', '2026-11-02'),
  handover: fc.record({
    every: fc.integer({ min: 1, max: 9 }),
    unit: fc.constantFrom('hours' as const, 'days' as const, 'weeks' as const),
    at: wallTimes,
  }),
  hours: fc.array(hoursEntry, { maxLength: 2 }),
})
/** Around both nights of the clock change in Europe and America. */
const instants = fc.oneof(
  fc.integer({ min: at('2026-03-06T00:00:00Z'), max: at('2026-04-06T00:00:00Z') }),
  fc.integer({ min: at('2026-10-20T00:00:00Z'), max: at('2026-11-05T00:00:00Z') }),
)
const stretches = fc
  .tuple(instants, fc.integer({ min: 1, max: 10 * 86_400_000 }))
  .map(([from, length]) => ({ from, to: from + length }))
const overrides = fc.array(
  fc
    .tuple(fc.uuid(), fc.constantFrom(...people), stretches)
    .map(([id, personId, stretch]): OverrideStretch => ({ id, personId, ...stretch })),
  { maxLength: 4 },
)
const schedules = fc.record({
  layers: fc.array(layers, { maxLength: 3 }),
  overrides,
  absent: fc.constantFrom(new Set<string>(), new Set(['edsger'])),
})

describe('shifts', () => {
  test('fill the range without a hole, and say of each instant what onCallAt says', () => {
    fc.assert(
      fc.property(
        schedules,
        stretches,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (schedule, range, places) => {
          const shifts = shiftsOf(schedule, range)
          expect(shifts[0]?.from).toBe(range.from)
          expect(shifts.at(-1)?.to).toBe(range.to)
          for (const [place, shift] of shifts.entries()) {
            expect(shift.from).toBeLessThan(shift.to)
            expect(shift.from).toBe(place === 0 ? range.from : shifts[place - 1]?.to)
            // The first and the last millisecond of a shift belong to it.
            for (const instant of [shift.from, shift.to - 1])
              expect(onCallAt(schedule, instant)).toBe(shift.personId)
          }
          for (const part of places) {
            const instant = Math.min(range.from + Math.floor(part * (range.to - range.from)), range.to - 1)
            const covering = shifts.filter(({ from, to }) => from <= instant && instant < to)
            expect(covering).toHaveLength(1)
            expect(covering[0]?.personId).toBe(onCallAt(schedule, instant))
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('of a part of the range are those of the whole range', () => {
    fc.assert(
      fc.property(schedules, stretches, (schedule, range) => {
        const middle = Math.floor((range.from + range.to) / 2)
        const whole = shiftsOf(schedule, range)
        const second = shiftsOf(schedule, { from: middle, to: range.to })
        expect(second.at(-1)).toMatchObject({ personId: whole.at(-1)?.personId, to: range.to })
        expect(second.length).toBeLessThanOrEqual(whole.length)
      }),
      { numRuns: 60 },
    )
  })

  test('belong to the person of an override as long as no later one counts', () => {
    fc.assert(
      fc.property(schedules, stretches, fc.constantFrom('ada', 'grace'), (schedule, range, personId) => {
        const added = { ...schedule, overrides: [...schedule.overrides, { id: 'new', personId, ...range }] }
        expect(shiftsOf(added, range)).toEqual([{ ...range, personId, overrideId: 'new' }])
        for (const instant of [range.from - 1, range.to])
          expect(onCallAt(added, instant)).toBe(onCallAt(schedule, instant))
      }),
      { numRuns: 80 },
    )
  })

  test('are as before after the same two shifts were swapped twice', () => {
    fc.assert(
      fc.property(schedules, stretches, (schedule, range) => {
        const shifts = shiftsOf(schedule, range)
        const [give, take] = [shifts[0], shifts.findLast(({ personId }) => personId !== null)]
        if (give?.personId == null || take?.personId == null || give.personId === take.personId) return
        const request = { give, take, from: give.personId, to: take.personId }
        const once = { ...schedule, overrides: [...schedule.overrides, ...swapped(request)] }
        expect(onCallAt(once, give.from)).toBe(take.personId)
        expect(onCallAt(once, take.from)).toBe(give.personId)
        const back = { give, take, from: take.personId, to: give.personId }
        const twice = { ...once, overrides: [...once.overrides, ...swapped(back)] }
        const people = (of: Schedule) => {
          const result: [number, string | null][] = []
          for (const { from, personId } of shiftsOf(of, range))
            if (result.at(-1)?.[1] !== personId) result.push([from, personId])
          return result
        }
        expect(people(twice)).toEqual(people(schedule))
      }),
      { numRuns: 80 },
    )
  })
})
