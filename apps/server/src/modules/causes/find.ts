import { type LikelyCause, type LikelyCauses, MOST_CAUSES } from '@binnacle/contract/causes'
import type { Pool } from 'pg'
import { presentId } from '../catalog/index.ts'
import { gatherFacts, type Question } from './gather/index.ts'
import type { Thing } from './rank/facts.ts'
import { rankCauses, type RankedCause } from './rank/index.ts'

const timeOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

const subjectOf = ({ kind, id, name, type, health }: Thing) => ({ kind, id, name, type, health })

const rounded = (points: number): number => Math.round(points * 10) / 10

function shownOf(cause: RankedCause): LikelyCause {
  const { change } = cause
  return {
    kind: cause.kind,
    subject: subjectOf(cause.thing),
    at: timeOf(cause.at),
    message: cause.message,
    change:
      change === undefined
        ? null
        : {
            id: change.id,
            type: change.type,
            severity: change.severity,
            by: change.by,
            count: change.count,
          },
    steps: cause.steps,
    path: cause.path,
    level: cause.level,
    why: cause.why,
    consequences: cause.consequences,
    reasons: cause.reasons.map(({ text, points }) => ({ text, points: rounded(points) })),
    score: rounded(cause.score),
    others: cause.others,
  }
}

/**
 * Finds the likely causes of the trouble of a thing, the most likely first.
 * @returns undefined where the thing does not exist, or may not be read
 */
export async function findCauses(pool: Pool, question: Question): Promise<LikelyCauses | undefined> {
  const { kind, id } = question
  const gathered = await gatherFacts(pool, {
    ...question,
    id: kind === 'config' ? await presentId(pool, id) : id,
  })
  if (gathered === undefined) return undefined
  const { facts, start, onset, isPartial } = gathered
  if (start === undefined) return undefined
  const { causes, isKnown, start: own } = rankCauses(facts)
  return {
    // It is one thing with what else describes it, so it is as bad as the worst of them.
    subject: { ...subjectOf(start), health: own.health ?? start.health, since: timeOf(own.since) },
    before: new Date(onset).toISOString(),
    from: new Date(facts.from).toISOString(),
    isKnown,
    causes: causes.slice(0, MOST_CAUSES).map(shownOf),
    more: Math.max(0, causes.length - MOST_CAUSES),
    isPartial,
  }
}
