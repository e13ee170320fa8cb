import { expect, test } from 'vitest'
import {
  isCritical,
  isUrgent,
  severities,
  severitiesWorstFirst,
  severityOptions,
  severityRank,
  summarySeverity,
} from './severity.ts'

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

test('severities have one order, in which urgent ones are at the end', () => {
  expect(severities).toEqual(['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'])
  expect(severitiesWorstFirst[0]).toBe('critical')
  expect(severities.filter((severity) => isUrgent(severity))).toEqual(['high', 'blocker', 'critical'])
  expect(severities.filter((severity) => isCritical(severity))).toEqual(['blocker', 'critical'])
  expect(severityRank('Blocker')).toBeGreaterThan(severityRank('high'))
  expect(severityRank('purple')).toBe(-1)
})
