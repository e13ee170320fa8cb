import type { ReactNode } from 'react'
import { List } from '../resource/list-page.tsx'
import { sectionFilters } from './filters.ts'
import type { JobResource } from './queries.ts'
import { useRuns } from './use-runs.tsx'

/**
 * Section with the runs of one resource: filters, pages and the details of a run. Its URL parameters begin with
 * `jobs.`.
 */
export function JobHistoryOf(props: JobResource): ReactNode {
  const { list, range, dialog } = useRuns(sectionFilters, props)
  return (
    <section aria-label="Job History" className="flex flex-col gap-3">
      <List {...list} tools={{ controls: range, active: false }} />
      {dialog}
    </section>
  )
}
