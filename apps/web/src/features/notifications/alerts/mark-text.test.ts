import { expect, test } from 'vitest'
import { markText } from './mark-text.ts'

test('what somebody takes care of reads unlike what waits', () => {
  expect(markText({ state: 'open', acknowledged_name: null }, undefined)).toBe('Not acknowledged')
  expect(markText({ state: 'acknowledged', acknowledged_name: 'Ann' }, undefined)).toBe('Acknowledged by Ann')
  expect(markText({ state: 'acknowledged', acknowledged_name: 'Ann' }, '14:30')).toBe(
    'Acknowledged by Ann until 14:30',
  )
  expect(markText({ state: 'acknowledged', acknowledged_name: null }, '14:30')).toBe(
    'Acknowledged until 14:30',
  )
  expect(markText({ state: 'snoozed', acknowledged_name: null }, '14:30')).toBe('Snoozed until 14:30')
})
