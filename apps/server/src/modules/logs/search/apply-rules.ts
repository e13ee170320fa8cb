import type { LogLine } from '@binnacle/plugin-kit/logs'
import { RE2JS } from 're2js'
import type { ScrubRule } from '../spec/fields.ts'

/** What a worker does with lines. */
export interface RuleInput {
  lines: readonly LogLine[]
  scrub: readonly ScrubRule[]
  /** Patterns of messages whose lines are dropped. */
  drop: readonly string[]
}

/** Drops lines, and replaces texts in those that stay. Called in a worker, with limited time. */
export function applyRules({ lines, scrub, drop }: RuleInput): LogLine[] {
  const dropped = drop.map((pattern) => RE2JS.compile(pattern))
  const scrubbed = scrub.map(({ pattern, replace = '***' }) => ({ pattern: RE2JS.compile(pattern), replace }))
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
