import { type Severity, severityRank } from '@binnacle/contract/health'
import { type Fields, textsAt } from '@binnacle/health-rules/document'
import { isExcluded } from '../../patterns.ts'

/** Prefixes of the annotations that change how an object is read: ours, and that of another product. */
const PREFIXES = ['binnacle/', 'config-db.flanksource.com/']

/** What the annotations of an object say. */
export interface ObjectRules {
  isIgnored: boolean
  /** Types of changes that are left out. */
  ignoredChanges: readonly string[]
  /** Changes of this severity and lower ones are left out. */
  ignoredSeverity: string | undefined
  tags: Readonly<Record<string, string>>
}

function split(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Reads the annotations of an object. */
export function rulesOf(object: Fields): ObjectRules {
  const annotations = textsAt(object, 'metadata', 'annotations')
  const valueOf = (key: string) =>
    PREFIXES.map((prefix) => annotations[`${prefix}${key}`]).find((value) => value !== undefined)
  const tags = split(valueOf('tags')).flatMap((pair) => {
    const sign = pair.indexOf('=')
    return sign < 1 ? [] : [[pair.slice(0, sign).trim(), pair.slice(sign + 1).trim()] as const]
  })
  return {
    isIgnored: ['true', '*'].includes(valueOf('ignore')?.trim() ?? ''),
    ignoredChanges: split(valueOf('ignore-changes')),
    ignoredSeverity: valueOf('ignore-change-severity')?.trim().toLowerCase(),
    tags: Object.fromEntries(tags),
  }
}

/** Whether the annotations say anything about changes. */
export function limitsChanges({ isIgnored, ignoredChanges, ignoredSeverity }: ObjectRules): boolean {
  return isIgnored || ignoredChanges.length > 0 || ignoredSeverity !== undefined
}

/** Whether a change of an object is left out. */
export function ignoresChange(rules: ObjectRules, type: string, severity: Severity): boolean {
  if (rules.isIgnored || isExcluded(type, rules.ignoredChanges)) return true
  return severityRank(severity) <= severityRank(rules.ignoredSeverity ?? '')
}
