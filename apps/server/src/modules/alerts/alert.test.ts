import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_FUTURE, parseAlert, type ReceivedAlert, RESOLVE_TIMEOUT, type Sending } from './alert.ts'

const now = new Date('2026-11-23T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

function parse(given: unknown, sending: Sending = 'api', status?: string): ReceivedAlert {
  const parsed = parseAlert(given, { sending, status, now })
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}

const complaint = (given: unknown) => {
  const parsed = parseAlert(given, { sending: 'api', now })
  return parsed.ok ? undefined : parsed.failure
}

const labels = { alertname: 'Down', instance: 'web-1' }

describe('the end of an alert', () => {
  test('that names none is the resolve time-out of Alertmanager', () => {
    expect(parse({ labels })).toMatchObject({
      startsAt: now,
      endsAt: new Date(now.getTime() + RESOLVE_TIMEOUT),
      isFiring: true,
    })
    // Go writes a time that is not set like this.
    expect(parse({ labels, startsAt: at(-9).toISOString(), endsAt: '0001-01-01T00:00:00Z' })).toMatchObject({
      startsAt: at(-9),
      endsAt: at(5),
      isFiring: true,
    })
  })

  test('that is over resolves it, one to come keeps it', () => {
    const startsAt = at(-60).toISOString()
    expect(parse({ labels, startsAt, endsAt: at(-1).toISOString() })).toMatchObject({
      isFiring: false,
      endsAt: at(-1),
    })
    expect(parse({ labels, startsAt, endsAt: at(4).toISOString() })).toMatchObject({
      isFiring: true,
      endsAt: at(4),
    })
  })

  test('is bounded where the clock of the sender is wrong', () => {
    expect(parse({ labels, startsAt: '2050-01-01T00:00:00Z', endsAt: '2050-01-01T00:04:00Z' })).toMatchObject(
      { startsAt: now, endsAt: new Date(now.getTime() + LONGEST_FUTURE), isFiring: true },
    )
    expect(parse({ labels, startsAt: '1999-01-01T00:00:00Z' }).startsAt.getUTCFullYear()).toBe(2025)
  })

  test('follows the status in a webhook, whatever the times say', () => {
    const startsAt = at(-60).toISOString()
    const zero = '0001-01-01T00:00:00Z'
    expect(parse({ labels, startsAt, endsAt: zero, status: 'firing' }, 'webhook')).toMatchObject({
      isFiring: true,
      endsAt: new Date(now.getTime() + LONGEST_FUTURE),
    })
    // The status of the whole message counts where an alert has none.
    expect(parse({ labels, startsAt, endsAt: zero }, 'webhook', 'resolved')).toMatchObject({
      isFiring: false,
      endsAt: now,
    })
    expect(
      parse({ labels, startsAt, endsAt: at(9).toISOString(), status: 'resolved' }, 'webhook'),
    ).toMatchObject({ isFiring: false, endsAt: now })
  })
})

test('what is wrong with an alert is said with its field', () => {
  expect(complaint('x')).toMatch(/^alert: /)
  expect(complaint({})).toMatch(/^labels: /)
  expect(complaint({ labels: {} })).toBe('labels: an alert needs a label')
  // An empty label is the same as none.
  expect(complaint({ labels: { alertname: '' } })).toBe('labels: an alert needs a label')
  expect(complaint({ labels: { a: [] } })).toMatch(/^labels\.a: /)
  expect(complaint({ labels, startsAt: 'yesterday' })).toBe('startsAt: "yesterday" is not a time')
  expect(complaint({ labels, endsAt: '2026-99-99T00:00:00Z' })).toBe(
    'endsAt: "2026-99-99T00:00:00Z" is not a time',
  )
  expect(complaint({ labels, startsAt: at(2).toISOString(), endsAt: at(1).toISOString() })).toBe(
    'endsAt: is before startsAt',
  )
})

test('labels are limited, but tell alerts apart with all that they say', () => {
  const long = (end: string) => parse({ labels: { alertname: 'Down', path: 'x'.repeat(5_000) + end } })
  expect(long('a').labels['path']).toHaveLength(1_024)
  expect(long('a').labels).toEqual(long('b').labels)
  expect(long('a').fingerprint).not.toBe(long('b').fingerprint)
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`label_${index}`, 'x']))
  expect(Object.keys(parse({ labels: many }).labels)).toHaveLength(64)
  const texts = Object.fromEntries(
    Array.from({ length: 64 }, (_, index) => [`text_${index}`, 'x'.repeat(9_000)]),
  )
  const large = parse({ labels: { alertname: 'Down', ...texts }, annotations: { summary: 'Down', ...texts } })
  const lengthOf = (kept: object) => JSON.stringify(kept).length
  expect(
    [lengthOf(large.labels), lengthOf(large.annotations)].map((length) => Math.round(length / 1_000)),
  ).toEqual([7, 12])
  expect(large).toMatchObject({ labels: { alertname: 'Down' }, annotations: { summary: 'Down' } })
  // A number is a label that its sender did not quote.
  expect(parse({ labels: { alertname: 'Down', code: 500 } }).labels['code']).toBe('500')
  expect(parse({ labels, generatorURL: `http://x/${'y'.repeat(4_000)}` }).generatorUrl).toBeUndefined()
})

/** Whether an alert keeps all limits. */
function isStorable(alert: ReceivedAlert): boolean {
  const texts = Object.entries({ ...alert.labels, ...alert.annotations }).flat()
  return (
    /^[0-9a-f]{16}$/.test(alert.fingerprint) &&
    alert.startsAt <= now &&
    alert.endsAt.getTime() <= now.getTime() + LONGEST_FUTURE &&
    alert.isFiring === alert.endsAt > now &&
    texts.every((text) => text.isWellFormed() && !text.includes('\0') && text.length <= 4_096)
  )
}

test('any input gives an alert that can be stored, or a sentence', () => {
  const time = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.string(),
    fc.constant(null),
    fc.constant('0001-01-01T00:00:00Z'),
  )
  const texts = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
  )
  const given = fc.oneof(
    fc.anything(),
    fc.record(
      {
        labels: texts,
        annotations: texts,
        startsAt: time,
        endsAt: time,
        status: fc.constantFrom('firing', 'resolved', 'x'),
        generatorURL: fc.string(),
      },
      { requiredKeys: ['labels'] },
    ),
  )
  fc.assert(
    fc.property(given, fc.constantFrom<Sending>('api', 'webhook'), (one, sending) => {
      const parsed = parseAlert(one, { sending, now })
      return parsed.ok ? isStorable(parsed.value) : /^\S+: ./.test(parsed.failure)
    }),
  )
})
