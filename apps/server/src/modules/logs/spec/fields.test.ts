import { expect, test } from 'vitest'
import { logBackendFields } from './fields.ts'

const { scrub, drop } = logBackendFields

const problemOf = (rules: { pattern: string }[], list: typeof scrub | typeof drop) => {
  const began = performance.now()
  const parsed = list.safeParse(rules)
  expect(performance.now() - began).toBeLessThan(500)
  return parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])
}

test.each([
  ['repeats', 'a{1000}'.repeat(200)],
  ['nests repetitions', '((a{30}){30}){30}'],
  ['has many classes', String.raw`(?i)[${String.raw`\pL`.repeat(600)}]`],
  ['has wide ranges', `(?i)${'[a-\uFFFF]'.repeat(300)}`],
])('a pattern that %s is refused at its field', (_, pattern) => {
  for (const list of [scrub, drop])
    expect(problemOf([{ pattern: 'fine' }, { pattern }], list)).toEqual([
      ['1.pattern', expect.stringContaining('too large')],
    ])
})

test('fifty patterns that are large together are refused', () => {
  const rules = Array.from({ length: 50 }, () => ({
    pattern: String.raw`(?i)[${String.raw`\pL`.repeat(300)}]`,
  }))
  for (const list of [scrub, drop])
    expect(problemOf(rules, list)).toEqual([['49.pattern', expect.stringContaining('too large together')]])
})

test('what is no regular expression is named, and a long text is not searched', () => {
  expect(problemOf([{ pattern: '(' }], scrub)).toEqual([
    ['0.pattern', 'not a regular expression that can be used: missing closing ): `(`'],
  ])
  expect(problemOf([{ pattern: '('.repeat(2_001) }], scrub)).toEqual([
    ['0.pattern', expect.stringContaining('2000')],
  ])
  expect(
    problemOf([{ pattern: String.raw`\d{4}-\d{4}` }, { pattern: 'password=[^ ]+' }], scrub),
  ).toBeUndefined()
})
