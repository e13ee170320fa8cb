import { compilePatterns } from '@binnacle/contract/patterns'
import type { LogLine } from '@binnacle/plugin-kit/logs'
import type { ScrubRule } from '../spec/fields.ts'

/** What a worker does with lines. */
export interface RuleInput {
  lines: readonly LogLine[]
  scrub: readonly ScrubRule[]
  /** Patterns of messages whose lines are dropped. */
  drop: readonly string[]
}

/** No line may be shown if a rule cannot be applied, so a bad pattern throws. */
function compiled(sources: readonly string[]) {
  const patterns = compilePatterns(sources)
  if (patterns.ok) return patterns.value
  throw new Error(`a pattern is ${patterns.failure.message}`)
}

/** Drops lines, and replaces texts in those that stay. Called in a worker, with limited time. */
export function applyRules({ lines, scrub, drop }: RuleInput): LogLine[] {
  const dropped = compiled(drop)
  const patterns = compiled(scrub.map(({ pattern }) => pattern))
  const scrubbed = patterns.map((pattern, index) => ({ pattern, replace: scrub[index]?.replace ?? '***' }))
  const clean = (text: string) =>
    scrubbed.reduce((result, { pattern, replace }) => pattern.matcher(result).replaceAll(replace), text)
  return lines.flatMap((line) => {
    if (dropped.some((pattern) => pattern.matcher(line.message).find())) return []
    const labels = Object.fromEntries(
      Object.entries(line.labels).map(([name, value]) => [name, clean(value)]),
    )
    return [{ ...line, message: clean(line.message), labels }]
  })
}
