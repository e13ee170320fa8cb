import { events } from '@binnacle/contract/kinds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_TITLE, type MessageResource, type MessageSubject, usualText } from './texts.ts'

const since = new Date('2026-11-23T04:05:06Z')
const time = new Date('2026-11-23T04:35:06Z')
const kinds = ['check', 'canary', 'config', 'component'] as const

const subject = (
  event: string,
  tells: MessageSubject['tells'],
  state: Partial<MessageResource> = {},
): MessageSubject => ({
  event,
  tells,
  time,
  since,
  state: {
    kind: kinds.find((kind) => event.startsWith(kind)) ?? 'check',
    name: 'shop page',
    type: 'http',
    namespace: 'shop',
    labels: {},
    reason: 'status 503',
    ...state,
  },
})

/** What the first line of a message says besides the name. */
const expected: Readonly<Record<MessageSubject['tells'], string>> = {
  alert: 'since 2026-11-23 04:05 UTC: status 503',
  recovery: '**shop page** is healthy again after 30m, since 2026-11-23 04:35 UTC',
  update: 'at 2026-11-23 04:35 UTC: status 503',
}

/** Every event that tells people something. */
const telling = Object.entries(events).flatMap(([event, { about }]) =>
  about === undefined ? [] : [{ event, tells: about.tells }],
)

describe('on the lock screen of a phone', () => {
  test('there are events to tell of', () => {
    expect(telling.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['check.failed', 'check.passed', 'config.unhealthy', 'component.warning']),
    )
  })

  test.each(telling)(
    '$event has a title that fits, and a first line with what, since when and why',
    ({ event, tells }) => {
      const { title, body } = usualText(subject(event, tells))
      expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE)
      expect(title).toMatch(/^shop page \w+$/)
      const [first = ''] = body.split('\n')
      expect(first).toContain('**shop page**')
      expect(first).toContain(expected[tells])
    },
  )

  test('a warning is not called unhealthy', () => {
    expect(usualText(subject('config.warning', 'alert')).body).toContain('has had a warning since')
    expect(usualText(subject('config.unhealthy', 'alert')).body).toContain('has been unhealthy since')
  })

  test('a title fits and a first line is one line, whatever names and reasons are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(
        fc.constantFrom(...telling),
        text,
        text,
        fc.boolean(),
        ({ event, tells }, name, reason, grouped) => {
          const message = subject(event, tells, { name, reason })
          const members = [{ kind: message.state.kind, name, reason, since, ended: undefined }]
          const { title, body } = usualText(grouped ? { ...message, group: { name, members } } : message)
          expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE)
          expect(title).toBe(title.toWellFormed())
          const [first] = body.split('\n')
          expect(grouped || tells !== 'alert' || first?.includes('since 2026-11-23 04:05 UTC')).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a message after a silence says until when it was silenced', () => {
    const { body } = usualText({ ...subject('check.failed', 'alert'), silencedUntil: time })
    expect(body).toContain('It was silenced until 2026-11-23 04:35 UTC.')
  })

  test('a message says how severe it is, what is looked at, and what the reporting system says of it', () => {
    const annotations = {
      summary: 'status 503',
      description: 'The shop answers *nobody*.',
      runbook_url: 'https://runbooks.example.com/shop',
    }
    const state = {
      severity: 'high',
      target: 'https://shop.example.com',
      labels: { team: 'web' },
      annotations,
    } as const
    expect(
      usualText(subject('check.failed', 'alert', state))
        .body.split('\n')
        .slice(2),
    ).toEqual([
      '- Severity: high',
      '- Target: https://shop.example.com',
      '- Type: http',
      '- Namespace: shop',
      '- Labels: team=web',
      String.raw`- Description: The shop answers \*nobody\*.`,
      String.raw`- Runbook: https://runbooks.example.com/shop`,
    ])
    const repeated = { annotations: { summary: 'status 503' } }
    expect(usualText(subject('check.failed', 'alert', repeated)).body).not.toContain('Description')
    const over = usualText(subject('check.passed', 'recovery', state)).body
    for (const part of ['Severity', 'Runbook']) expect(over).not.toContain(part)
    const long = { annotations: { description: 'x'.repeat(5_000) } }
    expect(usualText(subject('check.failed', 'alert', long)).body.length).toBeLessThan(1_300)
  })
})
