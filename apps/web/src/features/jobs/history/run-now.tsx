import type { Job } from '@binnacle/contract/jobs'
import { Button, ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { jobsQuery, startJob } from './queries.ts'

/** A job that people can start. */
export type ManualJob = Job & { manual: NonNullable<Job['manual']> }

const isManual = (job: Job): job is ManualJob => job.manual !== null

/** Returns the jobs that the person may start; undefined while they load. */
export function useManualJobs() {
  const session = useSession()
  const mayRun = session.may('run', 'database')
  const jobs = useQuery({ ...jobsQuery, enabled: mayRun })
  return { ...jobs, mayRun, jobs: mayRun ? jobs.data?.filter(isManual) : [] }
}

/**
 * Button that starts a job. It asks first if a run is expensive.
 * @param props.onStarted receives the id of the queue entry of the run
 */
export function RunNowButton(props: {
  job: ManualJob
  label?: string
  onStarted: (queueId: string) => void
}): ReactNode {
  const { name, manual } = props.job
  const toast = useToast()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const start = useMutation({
    mutationFn: () => startJob(name),
    onSuccess: ({ queue_id: queueId }) => props.onStarted(String(queueId)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['job_history'] }),
  })
  return (
    <>
      <Button
        size="small"
        icon={<Play aria-hidden="true" className="size-3" />}
        loading={start.isPending}
        aria-label={props.label === undefined ? `Run ${name} now` : undefined}
        onClick={() =>
          manual.cost === null
            ? start.mutate(undefined, { onError: (error) => toast.error(messageOf(error)) })
            : setAsking(true)
        }
      >
        {props.label ?? 'Run now'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => start.mutateAsync().then(() => undefined)}
        title={`Run ${name} now?`}
        confirmLabel="Run now"
        danger={false}
      >
        {`${manual.description} ${manual.cost}`}
      </ConfirmDialog>
    </>
  )
}
