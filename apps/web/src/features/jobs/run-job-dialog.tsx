import { Age, Dialog, Skeleton } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { RunNowButton, useManualJobs } from './history/run-now.tsx'
import { LoadFailure } from '../../application/pages/load-failure.tsx'

/**
 * Dialog that lists the jobs a person can start, with their effect.
 * @param props.onStarted receives the id of the queue entry of the started run
 */
export function RunJobDialog(props: {
  onClose: () => void
  onStarted: (queueId: string) => void
}): ReactNode {
  const { jobs, error, ...query } = useManualJobs()
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Run a job"
      description="These jobs run on a schedule. Run one now if you do not want to wait."
    >
      {error !== null && jobs === undefined && <LoadFailure compact error={error} queries={[query]} />}
      {error === null && jobs === undefined && <Skeleton className="h-72 w-full" />}
      <ul className="divide-y divide-line">
        {jobs?.map((job) => (
          <li key={job.name} className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1">
              <h3 className="font-medium wrap-anywhere">{job.name}</h3>
              <p className="text-secondary">{job.manual.description}</p>
              {job.next_run_at !== null && (
                <p className="text-small text-muted">
                  Next run <Age time={job.next_run_at} />
                </p>
              )}
            </div>
            <RunNowButton job={job} onStarted={props.onStarted} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
