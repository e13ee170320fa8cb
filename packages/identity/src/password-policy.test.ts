import { expect, test } from 'vitest'
import { passwordFault } from './password-policy.ts'

const ada = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' }

test.each([
  'analytical engine',
  'nanoseconds of wire',
  'correct horse battery',
  'tr0ub4dor & three',
  'Zwölf Boxkämpfer',
  '密码密码很长很长的密码啊',
  'lovelace wrote the first program',
  'x9$Kq2!vLm',
  '🦄🐉🦖🦕🐙🦑🦀🐡',
])('%j may be chosen', async (password) => {
  expect(await passwordFault(password, ada)).toBeUndefined()
})

test.each([
  ['1234567', 4_000_032],
  ['🦄🐉🦖🦕', 4_000_032],
  ['x'.repeat(1_025), 4_000_033],
  ['x'.repeat(1_048_576), 4_000_033],
  ['ada.lovelace@example.com', 4_000_031],
  ['ada.lovelace', 4_000_031],
  ['Lovelace1815', 4_000_031],
  ['4d4-l0v3l4c3!', 4_000_031],
  ['exampleexample', 4_000_031],
  ['password', 4_000_034],
  ['PASSWORD', 4_000_034],
  ['P@ssw0rd', 4_000_034],
  ['password2026!', 4_000_034],
  ['!!dragon123', 4_000_034],
  ['qwertyuiop', 4_000_034],
  ['1q2w3e4r5t', 4_000_034],
  ['aaaaaaaaaa', 4_000_005],
  ['xyxyxyxyxy', 4_000_005],
  ['mnopqrstuv', 4_000_005],
  ['zyxwvutsrq', 4_000_005],
])('%.30j may not: %d', async (password, id) => {
  expect((await passwordFault(password, ada))?.id).toBe(id)
})

test('a megabyte is judged at once', async () => {
  const started = performance.now()
  await passwordFault('ab'.repeat(524_288), ada)
  expect(performance.now() - started).toBeLessThan(50)
})
