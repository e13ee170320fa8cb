import type { LogFilter, LogLine } from '@binnacle/plugin-kit/logs'
import type { LineRules } from '../spec/backend.ts'
import type { ScrubRule } from '../spec/fields.ts'
import type { LogDependencies } from './entry.ts'
import type { RoutedEntry } from './route.ts'
import { ruledLines } from './rules.ts'

/** Whether people see lines of a backend with other texts than it has. */
export const replacesTexts = ({ scrub }: Pick<LineRules, 'scrub'>): boolean => scrub.length > 0

/** Whether lines of a backend are not all shown as they are, so that its own counts say what people may not know. */
export const hasRules = ({ scrub, drop }: LineRules): boolean => scrub.length + drop.length > 0

/** Whether a text may come from a replacement, as it has all that the replacement adds. */
function mayBeReplacement(text: string, scrub: readonly ScrubRule[]): boolean {
  return scrub.some(({ replace = '***' }) => {
    const added = replace.split(/\$(?:\d+|\{\w+\})/u)
    return added.every((part) => text.includes(part))
  })
}

/**
 * Returns what a backend is asked for: no label that its entry adds, and nothing whose answer would tell of a text that its
 * rules replace. Somebody who may ask whether a line has the digits of a card reads the card by asking often, so the words
 * of a search are compared only with lines as people see them. A label stays if rules leave its value as it is: then a line
 * has this value before the rules if it has it after them.
 */
export async function askedFilter(
  filter: LogFilter,
  { backend, entry }: RoutedEntry,
  dependencies: Pick<LogDependencies, 'scripts' | 'tasks'>,
): Promise<LogFilter> {
  const added = entry.common.labels ?? {}
  const labels = filter.labels.filter(({ name }) => added[name] === undefined)
  const { scrub } = backend.spec.rules
  if (!replacesTexts({ scrub })) return { ...filter, labels }
  const candidates = labels.filter(({ value }) => !mayBeReplacement(value, scrub))
  const lines = candidates.map(({ value }, index): LogLine => ({
    id: String(index),
    time: 0,
    message: '',
    labels: { value },
  }))
  const ruled = await ruledLines(lines, { scrub, drop: [] }, dependencies)
  const after = ruled.ok ? ruled.value : []
  return {
    contains: [],
    excludes: [],
    labels: candidates.filter(({ value }, index) => after[index]?.labels['value'] === value),
  }
}

/** Returns what is left to compare with lines after the rules: what the backend was not asked for. */
export function filterAfterRules(filter: LogFilter, { backend }: RoutedEntry): LogFilter {
  return replacesTexts(backend.spec.rules) ? filter : { contains: [], excludes: [], labels: filter.labels }
}
