import { growthOf, MOST_GROWTH } from '@binnacle/contract/testing'
import { healthOf } from '@binnacle/health-rules'
import { expect, test } from 'vitest'
import { fingerprint } from '../store/changes/fingerprint.ts'
import { maskDocument, maskText } from './masking.ts'

const mask = () => 'masked:x'

test.each([
  'eyJ',
  '-eyJ',
  '://a',
  'a://b:',
  'password=',
  'bearer ',
  'SG.',
  'xoxb-',
  '-----BEGIN PRIVATE KEY-----',
])('secrets of the catalog are masked in time that is linear in a text of %j', (piece) => {
  const textOf = (length: number) => `${piece.repeat(Math.ceil(length / piece.length))}\n`
  expect(growthOf(textOf, (text) => maskText(text, mask), 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
})

test.each(['0.0m', '1s', '1', '1.', '-', 'a'])(
  'changes get a fingerprint in time that is linear in a text of %j',
  (piece) => {
    const textOf = (length: number) => `${piece.repeat(Math.ceil(length / piece.length))}x`
    expect(growthOf(textOf, (text) => fingerprint('diff', { text }), 400_000)).toBeLessThanOrEqual(
      MOST_GROWTH,
    )
  },
)

test('values with the name of a secret are masked in time that is linear in them', () => {
  const textOf = (length: number) => `projects/${'/secrets/'.repeat(length / 9)}\n`
  expect(growthOf(textOf, (text) => maskDocument({ password: text }, mask), 400_000)).toBeLessThanOrEqual(
    MOST_GROWTH,
  )
})

test.each(['1', '1.', '(', ' '])(
  'health follows from documents in time that is linear in an uptime of %j',
  (piece) => {
    const textOf = (length: number) => piece.repeat(length)
    const work = (text: string) =>
      healthOf(
        'Kubernetes::Canary',
        {
          apiVersion: 'canaries.flanksource.com/v1',
          kind: 'Canary',
          status: { uptime1h: text, status: 'Passed' },
        },
        new Date(0),
      )
    expect(work('3/4 (75.0%)').health).toBe('warning')
    expect(growthOf(textOf, work, 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
  },
)
