import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Matcher, parseMatchers, selectBy, selectInTurns, selectionBudget } from './matchers.ts'

function parsed(text: string): Matcher[] {
  const matchers = parseMatchers(text)
  if (!matchers.ok) throw new Error(matchers.failure)
  return matchers.value
}

const selects = (text: string, labels: Record<string, string>) => {
  const selection = selectBy(parsed(text))
  if (!selection.ok) throw new Error(selection.failure)
  return selection.value(labels)
}

test('matchers are read with and without quotes and braces', () => {
  const down = { name: 'alertname', value: 'Down', isRegex: false, isEqual: true }
  const web = { name: 'instance', value: 'web.*', isRegex: true, isEqual: false }
  expect(parsed('alertname=Down')).toEqual([down])
  expect(parsed(' alertname = "Down" ')).toEqual([down])
  expect(parsed('{alertname="Down",instance!~"web.*"}')).toEqual([down, web])
  expect(parsed('alertname="Down", instance!~web.*,')).toEqual([down, web])
  expect(parsed(String.raw`a="x\n\"\\"`)).toEqual([{ ...down, name: 'a', value: 'x\n"\\' }])
  expect(parsed('a=')).toEqual([{ ...down, name: 'a', value: '' }])
  expect(parsed('{}')).toEqual([])
})

test.each(['', 'alertname', '=x', 'a="x', '{a=b', 'a=b}', 'a=="b" c', 'a="b"c'])(
  '%j is no matcher',
  (text) => {
    expect(parseMatchers(text).ok).toBe(false)
  },
)

test('a missing label counts as an empty one, expressions match whole values', () => {
  expect(selects('a=""', {})).toBe(true)
  expect(selects('a!=""', { a: 'x' })).toBe(true)
  expect(selects('a=~"x"', { a: 'xy' })).toBe(false)
  expect(selects('a=~"x|y"', { a: 'y' })).toBe(true)
  expect(selects('a=~"x.y"', { a: 'x\ny' })).toBe(true)
  expect(selects('a!~"x.*"', {})).toBe(true)
  expect(selects('toString=""', {})).toBe(true)
  expect(selects('a=x,b=y', { a: 'x', b: 'z' })).toBe(false)
})

test('a bad expression is refused, a slow one is not slow', () => {
  const bad = selectBy(parsed('a=~"("'))
  expect(bad).toMatchObject({ ok: false, failure: expect.stringContaining('bad regular expression') })
  const started = process.threadCpuUsage()
  expect(selects('a=~"(x+x+)+y"', { a: 'x'.repeat(1_000) })).toBe(false)
  expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(2_000)
})

test('what is quoted is read back, and any text is read or refused', () => {
  const quote = (text: string) =>
    `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('=', '!=', '=~', '!~'), (value, operator) => {
      expect(parsed(`name${operator}${quote(value)}`)).toMatchObject([{ name: 'name', value }])
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => typeof parseMatchers(text).ok === 'boolean'))
})

test('expressions that are large together are refused before they are compiled', () => {
  const by = (...values: string[]) =>
    selectBy(values.map((value) => ({ name: 'a', value, isRegex: true, isEqual: true })))
  const many = Array.from({ length: 900 }, () => '(.?){1000}')
  const began = performance.now()
  for (const values of [
    many,
    ['(.?){1000}'],
    ['((.?){30}){30}'],
    [`(${'a?'.repeat(400)}){999}`],
    ['a'.repeat(4_000), 'a'.repeat(4_000)],
  ])
    expect(by(...values)).toMatchObject({ ok: false, failure: expect.stringContaining('too large') })
  expect(performance.now() - began).toBeLessThan(100)
  const usual = [
    'web.*|db-[0-9]{1,3}',
    String.raw`\d{1,3}(\.\d{1,3}){3}:\d{2,5}`,
    '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}',
  ]
  for (const value of usual) expect(by(value).ok).toBe(true)
})

test('a selection that costs too much ends, whatever the number of alerts', async () => {
  const selection = selectBy(parsed('a=~"(.?){400}x"'))
  if (!selection.ok) throw new Error(selection.failure)
  const labels = { a: 'a'.repeat(1_000) }
  const items = Array.from({ length: 10_000 }, () => ({ labels }))
  const began = performance.now()
  await expect(
    selectInTurns(items, (item) => selection.value(item.labels), { milliseconds: 60 }),
  ).rejects.toThrow('The filters take too long; make their regular expressions smaller')
  expect(performance.now() - began).toBeLessThan(2_000)
  const few = selectBy(parsed('a=~"a+"'))
  if (!few.ok) throw new Error(few.failure)
  expect(await selectInTurns(items, (item) => few.value(item.labels), selectionBudget())).toHaveLength(10_000)
})
