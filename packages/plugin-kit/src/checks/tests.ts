import type { Json } from '../core/json.ts'

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'error'

/** One test of a suite, as in JUnit. */
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

/** Number of tests by status, and their total duration in seconds. */
export type TestTotals = Record<TestStatus | 'duration', number>

/** Most tests in the evidence; failed ones come first. */
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

/** Whether a test failed. */
export function wentWrong({ status }: TestReport): boolean {
  return status === 'failed' || status === 'error'
}

/** The evidence of suites: totals, and as many tests as fit, failed ones first. */
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
