import type { Clock } from '../../../platform/clock.ts'
import { defineJob, type Job, type JobOutcome } from '../../../platform/jobs/index.ts'
import type { PropertyReader } from '../../properties/index.ts'
import { removeOldComponents, RETENTION_PROPERTY } from './clean-up.ts'
import type { InlineCheckDependencies } from './inline-checks.ts'
import { syncRelationshipsOfChecks } from './check-relationships.ts'
import { syncTeams } from './teams.ts'
import { type SyncSummary, syncChecks, syncConfigs, syncRelationships } from './sync.ts'

const outcome = ({ changed, errors }: SyncSummary): JobOutcome => ({
  success: changed,
  errors: errors.slice(0, 100),
})

/** The jobs that follow the selectors of components, and that clean up. Names are those that clients know. */
export function selectorJobs(
  dependencies: InlineCheckDependencies & { clock: Clock; properties: PropertyReader },
): Job[] {
  const { pool, properties } = dependencies
  return [
    defineJob({
      name: 'ComponentRelationshipSync',
      lane: 'maintenance',
      cron: '*/5 * * * *',
      record: true,
      manual: {
        description: 'Finds the components that also belong below others, by the selectors of these.',
      },
      run: async ({ now }) => outcome(await syncRelationships(pool, now())),
    }),
    defineJob({
      name: 'ComponentCheckRun',
      lane: 'maintenance',
      cron: '*/2 * * * *',
      record: true,
      manual: { description: 'Makes the checks of components, and finds those that their selectors choose.' },
      run: async ({ now }) => outcome(await syncChecks(dependencies, now())),
    }),
    defineJob({
      name: 'ComponentConfigRun',
      lane: 'maintenance',
      cron: '*/2 * * * *',
      record: true,
      manual: { description: 'Finds the catalog items that the selectors of components choose.' },
      run: async ({ now }) => outcome(await syncConfigs(pool, now())),
    }),
    defineJob({
      name: 'CheckRelationshipSync',
      lane: 'maintenance',
      cron: '*/2 * * * *',
      record: true,
      manual: {
        description: 'Finds the components and catalog items that checks say to belong to.',
      },
      run: async ({ now }) => outcome(await syncRelationshipsOfChecks(pool, now())),
    }),
    defineJob({
      name: 'TeamComponentOwnership',
      lane: 'maintenance',
      cron: '*/5 * * * *',
      record: true,
      manual: { description: 'Finds the components that the selectors of teams choose.' },
      run: async () => outcome(await syncTeams(pool)),
    }),
    defineJob({
      name: 'CleanupComponents',
      lane: 'maintenance',
      cron: '29 3 * * *',
      record: true,
      manual: {
        description:
          'Removes components that were deleted more than seven days ago, or longer ago than the property component.retention.period says, with their links.',
        cost: 'These components and their history are removed for good.',
      },
      run: async ({ now }) => ({
        success: await removeOldComponents(pool, now(), properties.value(RETENTION_PROPERTY)),
        errors: [],
      }),
    }),
  ]
}
