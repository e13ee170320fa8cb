import type { Decision } from '@binnacle/contract/notifications'
import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const decided = (outcome: Decision['outcome'], reason: string): Decision => ({
  step: 'silence',
  outcome,
  reason,
  at: '2026-11-28T10:00:00Z',
})

test('says what stopped or held a message last, or what the service answered', () => {
  const decisions = [
    decided('pass', 'It is named'),
    decided('hold', 'It waits'),
    decided('stop', 'Silenced'),
    decided('note', 'Anyway'),
  ]
  expect(reasonOf({ status: 'silenced', error: null, decisions })).toBe('Silenced')
  expect(reasonOf({ status: 'error', error: '404 Not Found', decisions })).toBe('404 Not Found')
  expect(reasonOf({ status: 'sent', error: null, decisions })).toBeUndefined()
  expect(reasonOf({ status: 'pending', error: '', decisions: [] })).toBeUndefined()
})
