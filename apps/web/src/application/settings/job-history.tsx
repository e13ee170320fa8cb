import { Age, Duration, EmptyState, Skeleton } from '@binnacle/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { data } from '../data.ts'
import { LoadFailure } from '../load-failure.tsx'
import { JobStatus } from './job-status.tsx'

/** Runs that are shown at most, the newest first. */
const SHOWN = 50

const run = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  time_start: z.string(),
  duration_millis: z.nullable(z.number()),
  success_count: z.nullable(z.number()),
  error_count: z.nullable(z.number()),
  details: z.nullable(z.object({ errors: z.optional(z.array(z.string())) })),
})
type Run = z.infer<typeof run>

const runsQuery = (resourceType: string, id: string) =>
  queryOptions({
    queryKey: ['job_history', 'of', resourceType, id],
    queryFn: async ({ signal }) => {
      const found = await data
        .from('job_histories')
        .select('id,name,status,time_start,duration_millis,success_count,error_count,details')
        .eq('resource_type', resourceType)
        .eq('resource_id', id)
        .order('time_start', { ascending: false })
        .limit(SHOWN)
        .abortSignal(signal)
        .throwOnError()
      return z.array(run).parse(found.data)
    },
  })

/** The newest runs of the jobs of one resource. */
export function JobHistory({ resourceType, id }: { resourceType: string; id: string }): ReactNode {
  const runs = useQuery(runsQuery(resourceType, id))
  if (runs.isPending) return <Skeleton className="h-48 w-full" />
  if (runs.data === undefined) return <LoadFailure error={runs.error} asked={[runs]} />
  if (runs.data.length === 0)
    return (
      <EmptyState title="No job runs yet" icon={<History strokeWidth={1.5} />}>
        Each run of a job of this resource is shown here for 30 days.
      </EmptyState>
    )
  return (
    <ol
      aria-label="Job runs"
      className="divide-y divide-line rounded-panel border border-line bg-surface text-small"
    >
      {runs.data.map((row) => (
        <RunLine key={row.id} run={row} />
      ))}
    </ol>
  )
}

function RunLine({ run: { name, status, details, ...times } }: { run: Run }): ReactNode {
  const errors = details?.errors ?? []
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <JobStatus status={status} />
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-secondary">
          <Age time={times.time_start} /> ago, took <Duration milliseconds={times.duration_millis} />
        </span>
        <span className="text-secondary numeric">
          {`${times.success_count ?? 0} succeeded, ${times.error_count ?? 0} failed`}
        </span>
      </span>
      {errors.length > 0 && (
        <ul aria-label={`Errors of ${name}`} className="flex flex-col gap-0.5 text-unhealthy">
          {errors.map((error) => (
            <li key={error} className="wrap-anywhere whitespace-pre-wrap">
              {error}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
