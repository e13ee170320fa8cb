import type { LogBackendTest } from '@binnacle/contract/logs'
import { everyLine } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { limitAtOnce } from '../../../platform/specs/at-once.ts'
import type { DraftTests } from '../../../platform/specs/draft-tests.ts'
import { specFields } from '../../../platform/specs/routes.ts'
import { requireMachineRight } from '../readers/rights.ts'
import { askEntry, type LogDependencies, createLineView } from '../search/entry.ts'
import { ruledLines } from '../search/rules.ts'
import { answerLine } from '../search/search.ts'
import { LARGEST_SPEC } from '../spec/backend.ts'
import type { LogBackendVerbs } from './verbs.ts'

/** The request of a test: a spec as YAML or as a value. */
export const testBody = z.object({
  /** Id of the log backend whose stored secrets replace masks. */
  id: z.uuid().optional(),
  ...specFields(LARGEST_SPEC),
})

/** Lines that a test shows of each entry. */
const MOST_SHOWN = 20
/** Longest time of an entry in milliseconds, because a person waits. */
const LONGEST = 20_000
/** How far back a test looks, in milliseconds. */
const LOOK_BACK = 30 * 86_400_000
/** Tests at once in a process, for everybody together. */
const MOST_AT_ONCE = 4

/** Reads the newest lines of each entry of a draft. Nothing is stored; the audit log records the test. */
export function createLogBackendTests(
  dependencies: LogDependencies,
  backends: LogBackendVerbs,
  draftTests: DraftTests,
) {
  const { clock } = dependencies
  const oneOfFew = limitAtOnce(MOST_AT_ONCE, 'Other drafts are being tested; try again when they are done')

  async function test(
    { id, ...written }: z.output<typeof testBody>,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<LogBackendTest> {
    const { spec } = await backends.read(written, id, actor)
    requireMachineRight(actor, spec)
    await draftTests.record(actor, {
      resource: 'logging_backends',
      id: id ?? newId(),
      name: null,
      after: { entries: spec.entries.map(({ place }) => place) },
    })
    const now = clock.now()
    const query = {
      target: { labels: {} },
      filter: everyLine,
      from: new Date(now.getTime() - LOOK_BACK),
      to: now,
      limit: MOST_SHOWN,
      direction: 'backward' as const,
    }
    const entries = await Promise.all(
      spec.entries.map(async (entry) => {
        const began = clock.now().getTime()
        const limit = Math.min(LONGEST, entry.type.definition.timeoutMilliseconds)
        const searched = await askEntry(entry, dependencies, signal, (source) => source.search(query), limit)
        const ruled = searched.ok
          ? await ruledLines(
              searched.value.lines.map(createLineView(entry, spec.rules, dependencies)),
              spec.rules,
              dependencies,
            )
          : searched
        return {
          place: entry.place,
          error: ruled.ok ? null : ruled.failure,
          notes: searched.ok ? [...searched.value.notes] : [],
          lines: ruled.ok ? ruled.value.map(answerLine) : [],
          milliseconds: clock.now().getTime() - began,
        }
      }),
    )
    return { entries }
  }

  return (body: z.output<typeof testBody>, actor: Actor, signal: AbortSignal) =>
    oneOfFew(() => test(body, actor, signal))
}
export type LogBackendTests = ReturnType<typeof createLogBackendTests>
