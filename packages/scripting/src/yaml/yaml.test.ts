import { afterAll, describe, expect, test } from 'vitest'
import { threadMilliseconds } from '../cpu-clock.ts'
import { createTaskPool } from '../worker/tasks.ts'
import { locateYaml, readYaml } from './read.ts'
import { createYamlReader } from './reader.ts'

const tasks = createTaskPool()
const yaml = createYamlReader(tasks)
afterAll(() => tasks.close())

const problems = (text: string) =>
  readYaml({ text }).flatMap((document) =>
    document.problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
  )

describe('a text that would take all time is refused in one line with its place', () => {
  test.each([
    [
      'alias to itself',
      `a: &a [${Array.from({ length: 300 }, () => '*a').join(', ')}]`,
      '1 the alias *a stands for a value that holds it',
    ],
    ['alias to what holds it, as a key', '? &a [*a]\n: x', '1 the alias *a stands for a value that holds it'],
    ['alias without anchor', 'a: *b\nc: *b', '1 the alias *b has no anchor'],
    ['lists', '['.repeat(10_000), '1 more than 100 levels of lists and maps'],
    ['lists in lines', '- '.repeat(10_000), '1 more than 100 levels of lists and maps'],
    ['maps', '{a: '.repeat(10_000), '1 more than 100 levels of lists and maps'],
    ['keys', '? '.repeat(10_000), '1 more than 100 levels of lists and maps'],
    [
      'lines that are indented further and further',
      Array.from({ length: 1_000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      '102 more than 100 levels of lists and maps',
    ],
    ['documents', '---\n'.repeat(5_000), '1001 more than 1000 documents'],
    [
      'anchors',
      Array.from({ length: 5_000 }, (_, index) => `k${index}: &a${index} x`).join('\n'),
      '2001 more than 2000 anchors and aliases',
    ],
  ])('%s', (_, text, problem) => {
    const [first = '', ...more] = problems(text)
    expect(first.replace(/:\d+/, '')).toBe(problem)
    expect(more).toEqual([])
  })

  test('aliases that multiply', () => {
    const lines = Array.from({ length: 20 }, (_, index) =>
      index === 0
        ? 'a0: &a0 x'
        : `a${index}: &a${index} [${Array.from({ length: 9 }, () => `*a${index - 1}`).join(', ')}]`,
    )
    expect(problems(lines.join('\n'))).toEqual([
      expect.stringMatching(/^7:\d+ aliases stand for more than 100000 values$/),
    ])
  })

  test('in time that grows with the length alone', () => {
    const used = (count: number) => {
      const before = threadMilliseconds()
      problems(`a: &a [${Array.from({ length: count }, () => '*a').join(', ')}]`)
      return threadMilliseconds() - before
    }
    used(300)
    // By the cube, as the library's own count, 900 aliases take minutes.
    expect(used(900)).toBeLessThan(1_000)
  })

  test('with no more than 100 errors', () => {
    expect(problems('@ '.repeat(3)).length).toBeGreaterThan(0)
    expect(problems('- @\n'.repeat(5_000))).toHaveLength(100)
    expect(problems('a: 1\n'.repeat(500))).toHaveLength(100)
  })
})

describe('what is right is read', () => {
  test('100 levels, aliases, several documents, keys with the names of prototypes', () => {
    expect(readYaml({ text: '['.repeat(100) + ']'.repeat(100) })[0]?.problems).toEqual([])
    expect(readYaml({ text: 'a: &x {k: [1, two]}\nb: *x\n---\nc: 3\n' })).toEqual([
      { value: { a: { k: [1, 'two'] }, b: { k: [1, 'two'] } }, problems: [], anchored: ['a'] },
      { value: { c: 3 }, problems: [] },
    ])
    const [read] = readYaml({ text: '__proto__: {a: 1}' })
    expect(Object.keys(read?.value ?? {})).toEqual(['__proto__'])
  })

  test('a text that is to be one document is one, also if it is empty, and no more', () => {
    expect(readYaml({ text: '# nothing', most: 1 })).toEqual([{ value: null, problems: [] }])
    expect(readYaml({ text: 'a: 1\n---\nb: 1', most: 1 })).toMatchObject([
      { value: null, problems: [{ message: 'a second document begins here, expected one', line: 2 }] },
    ])
  })

  test('long texts in a worker, with the same places', async () => {
    const text = `# ${'x'.repeat(5_000)}\nhttp:\n  - name: a\n    url: b\n`
    expect(await yaml.read({ text, most: 1 })).toEqual({
      ok: true,
      value: [{ value: { http: [{ name: 'a', url: 'b' }] }, problems: [] }],
    })
    const paths = [['http', 0, 'url'], ['http', 0, 'nope'], []]
    const located = await yaml.locate({ text, most: 1, document: 0, paths })
    expect(located).toEqual({ ok: true, value: locateYaml({ text, most: 1, document: 0, paths }) })
    expect(located.ok && located.value.map(({ line, column }) => [line, column])).toEqual([
      [4, 5],
      [3, 5],
      [2, 1],
    ])
    const [url] = located.ok ? located.value : []
    expect(text.slice(url?.scalar?.from, url?.scalar?.to)).toBe('b')
  })

  test('a value comes back as it was written', async () => {
    const value = { list: Array.from({ length: 2_000 }, (_, index) => ({ index, text: `a: ${index}` })) }
    const written = await yaml.write({ value })
    expect(written.ok && readYaml({ text: written.value })[0]?.value).toEqual(value)
  })
})
