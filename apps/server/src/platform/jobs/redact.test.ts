import { expect, test } from 'vitest'
import { redactRun } from './redact.ts'

test.each([
  ['https://ada:lovelace@example.com/x', 'https://ada:***@example.com/x'],
  ['cloning https://ghp_abc123@example.com/x failed', 'cloning https://***@example.com/x failed'],
  ['https://example.com/a@b and ada@example.com', 'https://example.com/a@b and ada@example.com'],
  ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer ***'],
  ['"authorization":"Basic YWRhOmI="', '"authorization":"Basic ***"'],
  ['sent bearer abcdefgh12345678', 'sent bearer ***'],
  ['DB_PASSWORD=hunter2 next', 'DB_PASSWORD=*** next'],
  ['{"client_secret": "s3cr3t", "a": 1}', '{"client_secret": "***", "a": 1}'],
  ['removed 3 access tokens of 2 people', 'removed 3 access tokens of 2 people'],
])('credentials in usual forms are replaced: %s', (text, expected) => {
  expect(redactRun(text, [])).toBe(expected)
})

test('secrets that the run named are replaced wherever they stand', () => {
  expect(redactRun('got swordfish from it', ['swordfish'])).not.toContain('swordfish')
})

test('long lines without an end cost no more than their length', () => {
  const started = performance.now()
  for (const piece of ['a://', 'password', 'token=', 'bearer ', 'authorization:'])
    redactRun(piece.repeat(20_000), [])
  expect(performance.now() - started).toBeLessThan(20_000)
})
