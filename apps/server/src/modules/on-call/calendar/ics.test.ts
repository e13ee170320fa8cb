import fc from 'fast-check'
import ical from 'node-ical'
import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from './ics.ts'

const now = new Date('2026-11-23T08:00:00Z')

/** The events that a parser of calendars finds, in the order of their time. */
function parsed(text: string) {
  return Object.values(ical.sync.parseICS(text))
    .flatMap((part) => (part?.type === 'VEVENT' ? [part] : []))
    .map(({ uid, start, end, summary, description }) => ({
      uid,
      from: start.toISOString(),
      to: end?.toISOString(),
      summary,
      description,
    }))
}

const eventOf = (changes: Partial<CalendarEvent>): CalendarEvent => ({
  uid: 'one@example.com',
  from: new Date('2026-11-23T09:00:00Z'),
  to: new Date('2026-11-30T09:00:00Z'),
  summary: 'Ada is on call',
  description: 'Payments',
  ...changes,
})

test('a parser of calendars finds the events that were written', () => {
  const text = writeCalendar(
    'Payments; on call, always',
    [
      eventOf({ summary: 'Ada, Grace; C:\\temp\nsecond line', description: 'Ä'.repeat(200) }),
      eventOf({ uid: 'two@example.com', from: new Date('2026-03-29T00:30:00Z') }),
    ],
    now,
  )
  expect(parsed(text)).toEqual([
    {
      uid: 'one@example.com',
      from: '2026-11-23T09:00:00.000Z',
      to: '2026-11-30T09:00:00.000Z',
      summary: 'Ada, Grace; C:\\temp\nsecond line',
      description: 'Ä'.repeat(200),
    },
    expect.objectContaining({ uid: 'two@example.com', from: '2026-03-29T00:30:00.000Z' }),
  ])
  expect(text).toContain('X-WR-CALNAME:Payments\\; on call\\, always\r\n')
})

test('a calendar without events is one too', () => {
  expect(parsed(writeCalendar('Nothing', [], now))).toEqual([])
})

test('lines have at most 75 bytes, end in CRLF, and no text adds a property or an event', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 200 })), {
        maxLength: 5,
      }),
      fc.string({ unit: 'binary' }),
      (texts, name) => {
        const events = texts.map(([summary, description], place) =>
          eventOf({ uid: `${place}@example.com`, summary, description }),
        )
        const text = writeCalendar(name, events, now)
        expect(text.endsWith('\r\n')).toBe(true)
        const lines = text.slice(0, -2).split('\r\n')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n]/)
        }
        const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
        expect(unfolded).toHaveLength(9 + events.length * 9)
        expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(events.length)
        // Without its escapes, a text is what was given, its control characters excepted.
        const summaries = unfolded.flatMap((line) => (line.startsWith('SUMMARY:') ? [line.slice(8)] : []))
        const plain = (escaped: string) =>
          escaped.replaceAll(/\\([\\;,n])/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign))
        expect(summaries.map(plain)).toEqual(
          texts.map(([summary]) =>
            summary
              .replaceAll(/\r\n?/g, '\n')
              .replaceAll(/[^\P{Cc}\n\t]/gu, '')
              .toWellFormed(),
          ),
        )
      },
    ),
    { numRuns: 200 },
  )
})
