import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { SpecSources } from '../../platform/specs/complete.ts'
import { createTurns } from '../../platform/turns.ts'
import type { CanaryParser } from './canary-spec/canary.ts'
import type { CheckTypes } from './canary-spec/check-types.ts'
import { retryPlan } from './canary-spec/retries.ts'
import type { LookupAnswer, Lookups } from './ports.ts'
import { findByCheck, type RunnerDependencies, type CompleteFindings } from './runner/runner.ts'
import { resolveUnsaved } from './runner/run-unsaved.ts'
import { ConcurrencySlots } from './scheduler/claim/concurrency-slots.ts'
import { runInOrder } from './scheduler/once/run-in-order.ts'

/** Lookups at once in a process. Others wait, so that a topology of hundreds of them takes no more than its share. */
const MOST_AT_ONCE = 8

/** What a check read: the JSON of an answer, rows, or a text. */
function readBy({ outcome, findings }: CompleteFindings): unknown {
  const values = findings?.values ?? {}
  const { json, content, results } = values
  if (json !== undefined && json !== null) return json
  if (typeof content === 'string') return content
  if (isRecord(results)) {
    const { rows, stdout } = results
    if (rows !== undefined) return rows
    if (typeof stdout === 'string') return stdout
  }
  return results ?? outcome.message ?? null
}

/** Makes what asks by checks that nobody stores. */
export function createLookups({
  runner,
  sources,
  types,
  parser,
}: {
  runner: RunnerDependencies
  sources: SpecSources
  types: CheckTypes
  parser: Pick<CanaryParser, 'jsonSchema' | 'parseSpec'>
}): Lookups {
  const turns = createTurns()
  return {
    types,
    parser,
    parse: (written) => parser.parseSpec(written),
    run: (spec, subject, signal) =>
      turns.run('lookup', MOST_AT_ONCE, async () => {
        const counts = new Map<string, number>()
        const steps = spec.checks.map((check) => {
          const { type } = check.type.definition
          const index = counts.get(type) ?? 0
          counts.set(type, index + 1)
          return {
            check,
            place: [type, index] as const,
            name: check.spec.name,
            dependsOn: check.spec.dependsOn ?? [],
            type,
            target: check.type.definition.target?.(check.spec) ?? null,
          }
        })
        return runInOrder(
          steps,
          new ConcurrencySlots(types),
          async ({ check, place }): Promise<LookupAnswer> => {
            const answer = (found: Result<unknown, string>) => ({ place, found })
            if (check.type.definition.receives !== undefined)
              return answer(fail('finds nothing, because results are sent to it'))
            const retries = retryPlan(spec.retries, check.spec.retries)
            const ready = await resolveUnsaved(
              check,
              { namespace: subject.namespace, retries, canary: subject, keepsData: true },
              sources,
            )
            if (!ready.ok) return answer(fail(ready.failure))
            const complete = await findByCheck(ready.value, runner, signal)
            if (complete === undefined) return answer(fail('was stopped'))
            const { outcome } = complete
            if (outcome.state !== 'healthy') return answer(fail(outcome.error ?? 'did not succeed'))
            // A script that reads a part of a list would make it seem that the rest is gone.
            if (outcome.details?.['truncated'] === true)
              return answer(
                fail(`the answer is cut off after ${JSON.stringify(outcome.details['bytes'])} bytes`),
              )
            if (check.spec.display !== undefined) return answer(succeed(outcome.message ?? ''))
            return answer(succeed(readBy(complete)))
          },
        )
      }),
  }
}
