import type { RulePreview } from '@binnacle/contract/notifications'
import { createContext, use } from 'react'

/** What the preview says is wrong with the services of the rule that is being written. */
export const RuleProblems = createContext<RulePreview['problems']>([])

/** Finds the problem at a path, or within it. */
export function useRuleProblems(): (path: string) => string | undefined {
  const problems = use(RuleProblems)
  return (path) =>
    problems.find(
      (problem) =>
        problem.path === path || problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
    )?.message
}

const labels: Readonly<Record<string, string>> = {
  custom_services: 'Service',
  fallback_custom_services: 'Fallback service',
  further_recipients: 'Further recipient',
}

/** A problem in words: which recipient and which of its fields. */
export function problemText({ path, message }: RulePreview['problems'][number]): string {
  const [, column = '', place = '', rest = ''] = /^(\w+)\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  const label = labels[column]
  const field = rest.replace(/^properties\.?/, '')
  const where =
    label === undefined ? '' : `${label} ${Number(place) + 1}${field === '' ? '' : `, ${field}`}: `
  return `${where}${message}`
}
