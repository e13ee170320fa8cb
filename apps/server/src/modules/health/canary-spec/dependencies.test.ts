import { describe, expect, test } from 'vitest'
import { dependencyProblems, type Dependent } from './dependencies.ts'

/** Checks with what each depends on. */
function checks(named: Readonly<Record<string, readonly string[]>>): Dependent[] {
  return Object.entries(named).map(([name, dependsOn], index) => ({ place: ['tcp', index], name, dependsOn }))
}
const messages = (named: Readonly<Record<string, readonly string[]>>) =>
  dependencyProblems(checks(named)).map(({ path, message }) => `${path}: ${message}`)

describe('circles', () => {
  test.each<[Record<string, string[]>, string[]]>([
    [{ a: ['a'] }, ['tcp[0].dependsOn[0]: goes in a circle: a → a']],
    [{ a: ['b'], b: ['c'], c: ['a'] }, ['tcp[0].dependsOn[0]: goes in a circle: a → b → c → a']],
    [{ c: ['a'], b: ['c'], a: ['b'] }, ['tcp[2].dependsOn[0]: goes in a circle: a → b → c → a']],
    [{ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    [
      { a: ['b'], b: ['a'], c: ['d'], d: ['c', 'a'] },
      [
        'tcp[0].dependsOn[0]: goes in a circle: a → b → a',
        'tcp[2].dependsOn[0]: goes in a circle: c → d → c',
      ],
    ],
  ])('of %j', (named, expected) => {
    expect(messages(named)).toEqual(expected)
  })
})

/** Milliseconds of processor time. */
function processorOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

describe('thousands of checks', () => {
  const many = (dependsOn: (position: number, count: number) => string[], count = 4_000) =>
    checks(Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, dependsOn(n, count)])))
  const next = (position: number, count: number) => `n${(position + 1) % count}`

  test.each([
    ['a chain', (n: number, count: number) => (n + 1 < count ? [next(n, count)] : [])],
    ['one circle', (n: number, count: number) => [next(n, count)]],
    ['a knot', (n: number, count: number) => [next(n, count), next(n + 1, count), next(n + 2, count), 'n0']],
    ['names that nobody has', (n: number) => [`m${n}x`, `m${n}y`]],
  ])('in %s take no time, and no call stack', (_what, dependsOn) => {
    const spec = many(dependsOn)
    expect(processorOf(() => dependencyProblems(spec))).toBeLessThan(500)
  })
})
