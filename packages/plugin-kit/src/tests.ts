import type { Json } from './json.ts'

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'error'

/** One test of a suite, as JUnit's form has it. */
export interface TestReport {
  name: string
  classname: string
  /** Seconds */
  duration: number
  status: TestStatus
  message?: string
  error?: string
  properties?: Record<string, string>
  stdout?: string
  stderr?: string
}

export interface SuiteReport {
  name: string
  tests: TestReport[]
}

/** How many tests ended how, and the seconds that they took together. */
export type TestTotals = Record<TestStatus | 'duration', number>

/** Tests that are kept with a result; those that went wrong come first. */
const MOST_TESTS = 100

/** Adds tests up. */
export function testTotals(tests: readonly TestReport[]): TestTotals {
  const count = (status: TestStatus) => tests.filter((test) => test.status === status).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    error: count('error'),
    duration: tests.reduce((sum, test) => sum + test.duration, 0),
  }
}

/** Whether a test did not do what it should. */
export function wentWrong({ status }: TestReport): boolean {
  return status === 'failed' || status === 'error'
}

/** What a result keeps of suites: totals, and as many tests as fit, those that went wrong before those that went well. */
export function testResults(suites: readonly SuiteReport[]): Record<string, Json> {
  const all = suites.flatMap(({ tests }) => tests)
  const kept = new Set(
    all.toSorted((a, b) => Number(wentWrong(b)) - Number(wentWrong(a))).slice(0, MOST_TESTS),
  )
  return {
    ...testTotals(all),
    suites: suites.slice(0, MOST_TESTS).map(({ name, tests }) => ({
      name,
      ...testTotals(tests),
      tests: tests.filter((test) => kept.has(test)).map((test) => ({ ...test })),
    })),
  }
}
