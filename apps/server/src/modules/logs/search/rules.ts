import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { WorkerTask } from '@binnacle/plugin-kit/core'
import type { LogLine } from '@binnacle/plugin-kit/logs'
import { conditionOfLines, type LineRules } from '../spec/backend.ts'
import type { applyRules, RuleInput } from './apply-rules.ts'
import type { LogDependencies } from './entry.ts'

const task: WorkerTask<RuleInput, ReturnType<typeof applyRules>> = {
  module: new URL('./apply-rules.ts', import.meta.url),
  name: 'applyRules',
  milliseconds: 5_000,
}

/** Lines that one script decides about at once. */
const BATCH = 500

/**
 * Applies the rules of a backend to lines, before anybody sees them.
 * @returns why a rule failed; no line may be shown then, because it might have a secret
 */
export async function ruledLines(
  lines: readonly LogLine[],
  { scrub, drop }: LineRules,
  { scripts, tasks }: Pick<LogDependencies, 'scripts' | 'tasks'>,
): Promise<Result<readonly LogLine[], string>> {
  let kept = lines
  for (const { when } of drop) {
    if (when === undefined) continue
    const next: LogLine[] = []
    for (let start = 0; start < kept.length; start += BATCH) {
      const batch = kept.slice(start, start + BATCH)
      const variables = {
        lines: batch.map(({ message, labels, time }) => ({ message, labels: { ...labels }, time })),
      }
      const decided = await scripts.evaluate(
        { language: 'cel', source: conditionOfLines(when) },
        { variables },
      )
      if (!decided.ok)
        return fail(`a rule that drops lines failed, so no line is shown: ${decided.failure.message}`)
      const drops: unknown = decided.value.value
      next.push(...batch.filter((_line, index) => !(Array.isArray(drops) && drops[index] === true)))
    }
    kept = next
  }
  const patterns = drop.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]))
  if (kept.length === 0 || scrub.length + patterns.length === 0) return succeed(kept)
  const done = await tasks.run(task, { lines: kept, scrub, drop: patterns })
  return done.ok ? succeed(done.value) : fail(`a rule failed, so no line is shown: ${done.failure.message}`)
}
