import { expect, test } from 'vitest'
import { redactRun } from './redact.ts'

test('secrets that the run named are replaced in every place, and credentials in usual forms', () => {
  const text = redactRun('got swordfish from https://ada:lovelace@example.com', ['swordfish'])
  expect(text).not.toContain('swordfish')
  expect(text).toContain('https://***@example.com')
})
