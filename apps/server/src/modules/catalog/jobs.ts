import type { Pool } from 'pg'
import type { Events } from '../../platform/events/index.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { foldCounts } from './store/counts/counts.ts'
import { countGroupings } from './store/counts/groupings.ts'
import { indexWords } from './store/documents/index-words.ts'
import { countRecentChanges, forgetOld } from './store/retention/retention.ts'
import { forgetBySpec } from './store/retention/retention-by-spec.ts'
import { sumAllCosts } from './store/write/write-costs.ts'

/** What keeps the catalog in order. */
export function catalogJobs(pool: Pool, events: Events): Job[] {
  return [
    defineJob({
      name: 'ForgetOldCatalog',
      lane: 'maintenance',
      cron: '37 2 * * *',
      record: true,
      manual: {
        description:
          'Closes insights that no run has shown for seven days, and removes what is past its time: insights, deleted items, versions and runs of scrapers.',
        cost: 'What is past its time is removed for good.',
      },
      run: ({ now, log }) => forgetOld(pool, now(), log),
    }),
    defineJob({
      name: 'ForgetCatalogBySpec',
      lane: 'maintenance',
      cron: '47 * * * *',
      record: true,
      manual: {
        description:
          'Removes changes and items that the specs of scrapers say are kept for a shorter time, and deletes items and resolves insights that no run has shown for too long.',
        cost: 'These changes and items are removed for good.',
      },
      run: ({ now, log }) => forgetBySpec(pool, events, now(), log),
    }),
    defineJob({
      name: 'FoldCatalogCounts',
      lane: 'maintenance',
      cron: '* * * * *',
      record: false,
      run: async () => {
        await foldCounts(pool)
        await countGroupings(pool)
        return { success: 1, errors: [] }
      },
    }),
    defineJob({
      name: 'IndexCatalogWords',
      lane: 'maintenance',
      cron: '* * * * *',
      record: false,
      run: async ({ signal }) => ({ success: await indexWords(pool, signal), errors: [] }),
    }),
    defineJob({
      name: 'CountRecentChanges',
      lane: 'maintenance',
      cron: '4 * * * *',
      record: true,
      manual: { description: 'Counts the changes of the last 7 and 30 days of each catalog item.' },
      run: async ({ now }) => ({ success: await countRecentChanges(pool, now()), errors: [] }),
    }),
    defineJob({
      name: 'SumCatalogCosts',
      lane: 'maintenance',
      cron: '14 * * * *',
      record: true,
      manual: { description: 'Adds up what each catalog item cost in the last day, 7 days and 30 days.' },
      run: async ({ now }) => ({ success: await sumAllCosts(pool, now()), errors: [] }),
    }),
  ]
}
