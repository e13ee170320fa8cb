import { expect, test } from 'vitest'
import { passwordFault } from './password-policy.ts'

const ada = {
  email: 'ada.lovelace@example.com',
  name: 'Ada Lovelace',
  publicUrl: 'https://watch.harbor-ops.example.net:8443/sub',
}

test.each([
  'analytical engine',
  'nanoseconds of wire',
  'correct horse battery',
  'tr0ub4dor & three',
  'Zwölf Boxkämpfer',
  '密码密码很长很长的密码啊',
  'lovelace wrote the first program',
  'x9$Kq2!vLm',
  // A context word does no harm in a password that is long enough apart from it.
  'binnacle holds a compass',
  'watchful otters drum',
  'x9adaKq2vLm',
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
  ['Binnacle2026!', 4_000_031],
  ['binnacle', 4_000_031],
  ['8inn4cl3-2026', 4_000_031],
  ['b.i.n.n.a.c.l.e!!', 4_000_031],
  ['2026 B1NNAC1E 2027', 4_000_031],
  ['watch.harbor-ops', 4_000_031],
  ['Harbor#1234', 4_000_031],
  ['adaBinnacle99', 4_000_031],
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

test.each([
  ['Binnacle2026!', 'binnacle'],
  ['L0v3lac3-1815', 'lovelace'],
  ['H4rb0r2026', 'harbor'],
])('the message about %j names %s', async (password, word) => {
  expect((await passwordFault(password, ada))?.text).toBe(
    `The password contains “${word}”. Choose one that has nothing to do with this product, its address or you.`,
  )
})

test('an address of digits forbids no digits', async () => {
  const context = { ...ada, publicUrl: 'http://127.0.0.1:8080' }
  expect(await passwordFault('127 red kettles', context)).toBeUndefined()
})

test('a megabyte is validated at once', async () => {
  const started = process.threadCpuUsage()
  await passwordFault('ab'.repeat(524_288), ada)
  expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(50)
})
