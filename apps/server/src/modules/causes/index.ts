import {
  causeSubjectKinds,
  likelyCauses,
  MOST_CAUSE_HOURS,
  USUAL_CAUSE_HOURS,
} from '@binnacle/contract/causes'
import { z } from 'zod'
import { flagsInForce } from '../../platform/access/flags.ts'
import { begunTime } from '../../platform/begun-time.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute } from '../../platform/http/route.ts'
import type { OpenModule } from '../../platform/module.ts'
import { finders } from '../../platform/modules.ts'
import { findCauses } from './find.ts'
import { refusalOfKind, rightsOf } from './rights.ts'

// Which failing thing makes a component red follows from the tree alone and is certain; its card says it. What may have
// caused that is a guess from the whole graph and from time, often elsewhere: a node, a database, a secret. So it is
// ranked here, on demand, for checks, items and components alike. Points are doublings of odds, so that each reason can
// be read and disputed by itself.

export { findCauses } from './find.ts'

const question = z.object({
  kind: z.enum(causeSubjectKinds, `is not one of ${causeSubjectKinds.join(', ')}`),
  id: z.guid('is not an id'),
  at: z.iso
    .datetime({ offset: true, error: 'is not a time such as 2026-11-23T10:00:00Z' })
    .transform((time) => new Date(time))
    .optional(),
  hours: z.coerce.number().positive().max(MOST_CAUSE_HOURS).default(USUAL_CAUSE_HOURS),
})

/** Likely causes: ranks what changed and what fails near an unhealthy thing, with the reasons. */
export const openCauses: OpenModule = (platform) => {
  const { pool, clock, log } = platform
  const dependencies = { known: finders.of(platform), flags: flagsInForce.of(platform), log }
  const causes = defineRoute({
    method: 'GET',
    path: '/causes',
    summary: 'What may have caused the trouble of a check, an item or a component, the most likely first',
    access: 'signed-in',
    query: question,
    answer: likelyCauses,
    async handle({ query, actor }) {
      const refusal = refusalOfKind(dependencies, query.kind, actor)
      if (refusal !== undefined) throw refusal
      const now = clock.now()
      const found = await findCauses(pool, {
        kind: query.kind,
        id: query.id,
        at: query.at === undefined ? undefined : begunTime('at', query.at, now),
        hours: query.hours,
        now,
        rights: rightsOf(dependencies, actor),
      })
      if (found === undefined) throw new RequestError('ENOTFOUND', `There is no such ${query.kind}`)
      return found
    },
  })
  return { name: 'causes', routes: [causes] }
}
