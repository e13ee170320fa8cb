import {
  CopyButton,
  type DataColumn,
  Duration,
  formatFullTime,
  FullTime,
  IconButton,
  NoValue,
  TextLink,
  timeZone,
  Tooltip,
  TruncatedName,
  TruncatedText,
  useChosenTimeZone,
  useNow,
} from '@binnacle/ui'
import { ListFilter, ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { agentHref, resourceHref } from './links.ts'
import { type JobRun, runList } from './run.ts'
import { JobStatus } from '../../../application/resource/job-status.tsx'

/** Number of characters of date and time without the zone, which the tooltip shows. */
const TIME_LENGTH = 19

/** Start of a run, exact to the second, because people compare it with other logs. */
function RunTime({ time }: { time: string }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  const date = new Date(time)
  return (
    <Tooltip content={<FullTime date={date} />}>
      <time dateTime={time} className="whitespace-nowrap numeric">
        {formatFullTime(date, zone).slice(0, TIME_LENGTH)}
      </time>
    </Tooltip>
  )
}

function RunningDuration({ since }: { since: number }): ReactNode {
  return <Duration milliseconds={Math.max(0, Math.floor((useNow('second') - since) / 1_000)) * 1_000} />
}

/** Duration of a run; of a running one, the time since its start. */
export function RunDuration({ run }: { run: JobRun }): ReactNode {
  if (run.status === 'RUNNING') return <RunningDuration since={Date.parse(run.time_start)} />
  return <Duration milliseconds={run.duration_millis} />
}

/** Counts of successes and errors. A count of zero is hidden. */
export function RunCounts({ run }: { run: JobRun }): ReactNode {
  const { success_count: success, error_count: errors } = run
  if (success === 0 && errors === 0) return <NoValue />
  return (
    <span className="inline-flex gap-3 numeric">
      {success > 0 && <span className="text-healthy">{`Success ${success}`}</span>}
      {errors > 0 && <span className="text-unhealthy">{`Error ${errors}`}</span>}
    </span>
  )
}

/** A link if the person may open its target, otherwise plain text. */
function ReachableLink(props: { href: string | undefined; text: string }): ReactNode {
  const href = reachable(props.href, usePages(), useVisitor())
  return href === undefined ? (
    <TruncatedText text={props.text} />
  ) : (
    <TextLink href={href} className="min-w-0">
      <TruncatedText text={props.text} />
    </TextLink>
  )
}

/** Agent that executed a run. */
export function RunAgent({ run }: { run: JobRun }): ReactNode {
  if (run.agent === null) return <NoValue />
  return <ReachableLink href={agentHref(run.agent)} text={run.agent.name} />
}

/** Resource of a run, with a button that copies its id. */
export function RunResource({ run }: { run: JobRun }): ReactNode {
  const { resource_id: id, resource_name: name } = run
  if (id === null) return name === null ? <NoValue /> : <TruncatedName text={name} />
  return (
    <span className="flex min-w-0 items-center gap-1">
      <ReachableLink href={resourceHref(run)} text={name ?? id} />
      <CopyButton text={id} what="id" copied={`Copied ${id} to clipboard`} />
    </span>
  )
}

/** Includes (1) or excludes (-1) a job in the filter. */
export type FilterName = (name: string, state: 1 | -1) => void

function JobName({ name, onFilter }: { name: string; onFilter: FilterName }): ReactNode {
  return (
    <span className="group/name relative flex min-w-0 items-center">
      <TruncatedName text={name} />
      {/* Touch screens cannot hover, so they use the filter in the bar. */}
      <span
        data-above-row=""
        className="absolute! right-0 flex rounded-control bg-raised opacity-0 group-hover/name:opacity-100 focus-within:opacity-100 pointer-coarse:hidden"
      >
        <IconButton
          label={`Include ${name}`}
          size="small"
          icon={<ListFilter className="size-3.5" />}
          onClick={() => onFilter(name, 1)}
        />
        <IconButton
          label={`Exclude ${name}`}
          size="small"
          icon={<ListX className="size-3.5" />}
          onClick={() => onFilter(name, -1)}
        />
      </span>
    </span>
  )
}

/**
 * Returns the columns of a list of runs.
 * @param ofOne whether all runs belong to one resource, so that the list needs no column for it
 */
export function runColumns(onFilter: FilterName, ofOne: boolean): readonly DataColumn<JobRun>[] {
  const columns: readonly DataColumn<JobRun>[] = dataColumns(runList.columns, {
    created_at: { width: 166, grow: 0, cell: (run) => <RunTime time={run.created_at} /> },
    name: { width: 200, grow: 1, cell: (run) => <JobName name={run.name} onFilter={onFilter} /> },
    agent: { width: 76, narrow: 'drop', cell: (run) => <RunAgent run={run} /> },
    resource_name: { width: 160, grow: 3, cell: (run) => <RunResource run={run} /> },
    status: { width: 106, narrow: 'keep', cell: (run) => <JobStatus status={run.status} /> },
    duration_millis: { width: 88, cell: (run) => <RunDuration run={run} /> },
    statistics: { width: 178, cell: (run) => <RunCounts run={run} /> },
  })
  return ofOne ? columns.filter(({ id }) => id !== 'resource_name') : columns
}
