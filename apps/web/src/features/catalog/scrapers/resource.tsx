import { jobStatuses } from '@binnacle/contract/jobs'
import { Age, Badge, NoValue, TruncatedText } from '@binnacle/ui'
import * as z from 'zod/mini'
import { JobStatus } from '../../../application/resource/job-status.tsx'
import { kindRow } from '../../../application/resource/kind-columns.tsx'
import { defineKindList } from '../../../application/resource/kind-list.ts'
import { jobField } from '../../../application/resource/kind-fields.ts'
import { CatalogTabs } from '../catalog-frame.tsx'
import { scraperArea } from './area.ts'
import { scraperRemoval } from './removal.ts'

const listedScraper = z.extend(kindRow, {
  error: z.nullable(z.string()),
  held_deletions: z.pipe(
    z.nullish(z.coerce.number()),
    z.transform((count) => count ?? 0),
  ),
  complete_at: z.nullable(z.string()),
  job_status: z.optional(z.nullable(z.enum(jobStatuses))),
  job_time_start: z.nullable(z.string()),
})
type ListedScraper = z.infer<typeof listedScraper>

/** The scrapers of this installation, from any source. */
export const scrapers = defineKindList<ListedScraper>(scraperArea, {
  things: 'scrapers',
  about: 'A scraper reads what you run from its source, on a schedule, and lists it in the catalog.',
  row: listedScraper,
  fields: ['schedule', 'namespace'],
  select: ['error', 'held_deletions', 'complete_at', 'job_status', 'job_time_start'],
  sortable: ['job_time_start', 'complete_at'],
  words: ['namespace', 'description'],
  query: [
    { kind: 'text', name: 'description', help: 'Its description', column: 'description' },
    jobField,
    { kind: 'text', name: 'error', help: 'Its last error; * matches any characters', column: 'error' },
    { kind: 'time', name: 'ran', aliases: ['last_run'], help: 'When it ran last', column: 'job_time_start' },
    { kind: 'time', name: 'complete', help: 'When it read all of its source last', column: 'complete_at' },
    {
      kind: 'number',
      name: 'held',
      help: 'Number of deletions that wait for a decision',
      column: 'held_deletions',
    },
  ],
  first: [
    {
      id: 'job_status',
      header: 'Last Run',
      width: 190,
      grow: 1,
      narrow: 'keep',
      stackedWidth: 120,
      cell: ({ job_status: status, error, held_deletions: held }) => (
        <span className="flex min-w-0 items-center gap-2">
          {status === null || status === undefined ? <NoValue /> : <JobStatus status={status} />}
          {held > 0 && (
            <Badge tone="accent" className="shrink-0">
              {held.toLocaleString('en')} held<span className="sr-only"> deletions</span>
            </Badge>
          )}
          {error !== null && <TruncatedText className="text-small text-unhealthy" text={error} />}
        </span>
      ),
    },
    {
      id: 'job_time_start',
      header: 'Ran',
      sortable: true,
      numeric: true,
      width: 84,
      cell: ({ job_time_start: time }) => <Age time={time} />,
    },
    {
      id: 'complete_at',
      header: 'Complete',
      sortable: true,
      numeric: true,
      width: 104,
      rank: 1,
      cell: ({ complete_at: time }) => <Age time={time} />,
    },
  ],
  noteOf: ({ namespace }) => namespace ?? '',
  removal: scraperRemoval,
  Header: ScraperTabs,
})

/** The tabs of the catalog above its scrapers. */
function ScraperTabs() {
  return <CatalogTabs value="scrapers" />
}
