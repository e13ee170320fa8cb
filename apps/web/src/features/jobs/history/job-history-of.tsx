import type { ReactNode } from 'react'
import { List } from '../../../application/resource/list-page.tsx'
import type { RowSubject } from '../../../application/slots/types.ts'
import { sectionFilters } from './filters.ts'
import { useRuns } from './use-runs.tsx'

/**
 * Section with the runs of one resource: filters, pages and the details of a run. Its URL parameters begin with
 * `jobs.`.
 */
export function JobHistoryOf({ subject }: { subject: RowSubject }): ReactNode {
  const { resourceType, id: resourceId } = subject
  const { list, range, dialog } = useRuns(sectionFilters, { resourceType, resourceId })
  return (
    <section aria-label="Job History" className="flex flex-col gap-3">
      <List {...list} tools={{ controls: range, active: false }} />
      {dialog}
    </section>
  )
}
