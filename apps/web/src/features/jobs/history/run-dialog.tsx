import { Dialog, EmptyState, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Hourglass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { type RunKey, runQuery } from './queries.ts'
import type { RunDetail } from './run.ts'
import { RunDetails } from './run-details.tsx'
import { RunNowButton, useManualJobs } from './run-now.tsx'

/**
 * Dialog with the details of one run.
 * @param props.onStarted receives the id of the queue entry of a run that the person starts here
 */
export function RunDialog(props: {
  which: RunKey
  part: string | undefined
  onPart: (part: RunDetail) => void
  onStarted: (queueId: string) => void
  onClose: () => void
}): ReactNode {
  const run = useQuery(runQuery(props.which))
  const { data } = run
  const { jobs } = useManualJobs()
  const job = jobs?.find(({ name }) => name === data?.name)
  return (
    <Dialog
      open
      size="large"
      onClose={props.onClose}
      title={data === undefined || data === null ? 'Details for job' : `Details for job ${data.name}`}
      {...(job !== undefined &&
        data?.status !== 'RUNNING' && {
          footer: <RunNowButton key={job.name} job={job} label="Run again" onStarted={props.onStarted} />,
        })}
    >
      {run.isPending && <Skeleton className="h-72 w-full" />}
      {run.error !== null && data === undefined && <LoadFailure compact error={run.error} queries={[run]} />}
      {data === null &&
        ('queueId' in props.which ? (
          <EmptyState compact title="The run begins soon" icon={<Hourglass strokeWidth={1.5} />}>
            It waits for other jobs to end. Its log appears here.
          </EmptyState>
        ) : (
          <EmptyState compact title="No such run" icon={<SearchX strokeWidth={1.5} />}>
            There is no run with this id. Runs are removed after 30 days.
          </EmptyState>
        ))}
      {data !== undefined && data !== null && (
        <RunDetails run={data} part={props.part} onPart={props.onPart} />
      )}
    </Dialog>
  )
}
