import { expect, test } from 'vitest'
import { severities, severityOptions, summarySeverity } from './severity.ts'

test('five severities are offered, and two more exist [FMT-011]', () => {
  expect(severityOptions).toEqual(['critical', 'high', 'medium', 'low', 'info'])
  expect(severities.filter((severity) => !severityOptions.some((option) => option === severity))).toEqual([
    'warning',
    'blocker',
  ])
})

test('summaries count low as medium, and nothing else otherwise', () => {
  expect(summarySeverity('low')).toBe('medium')
  const others = severities.filter((severity) => severity !== 'low')
  expect(others.map(summarySeverity)).toEqual(others)
})
