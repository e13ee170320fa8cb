import { Badge, EmptyState, FullTime, KeyValueList, Skeleton, Tabs } from '@binnacle/ui'
import { FileSearch } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { RunAgent, RunCounts, RunDuration, RunResource } from './columns.tsx'
import { detailLabels, detailsOf, errorsOf, type JobRun, type RunDetail } from './run.ts'
import { RunLog } from './run-log.tsx'
import { JobStatus } from '../../../application/resource/job-status.tsx'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

function Code({ value, label }: { value: unknown; label: string }): ReactNode {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <CodeViewer
        code={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
        language={typeof value === 'string' ? 'text' : 'json'}
        label={label}
        maxHeight="24rem"
      />
    </Suspense>
  )
}

function Errors({ value }: { value: unknown }): ReactNode {
  const read = errorsOf(value)
  if (read.form === 'map') return <Code value={read.map} label="errors.json" />
  if (read.form === 'text')
    return (
      <p className="rounded-panel border border-line p-3 whitespace-pre-wrap wrap-anywhere">{read.text}</p>
    )
  return (
    <table className="w-full overflow-clip rounded-panel border border-line text-left">
      <thead className="bg-band text-small text-secondary">
        <tr>
          <th scope="col" className="px-3 py-1.5 font-medium">
            Error
          </th>
        </tr>
      </thead>
      <tbody>
        {read.errors.map(({ text, times }) => (
          <tr key={text} className="border-t border-line">
            <td className="px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
              {text} {times > 1 && <Badge>{`${times} times`}</Badge>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Facts of a run, with its errors, summaries and log. */
export function RunDetails(props: {
  run: JobRun
  /** The selected tab. Default: the first one. */
  part: string | undefined
  onPart: (part: RunDetail) => void
}): ReactNode {
  const { run } = props
  const parts = detailsOf(run)
  const part = parts.find((candidate) => candidate === props.part) ?? parts[0]
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        items={[
          { label: 'Status', value: <JobStatus status={run.status} /> },
          { label: 'Timestamp', value: <FullTime date={new Date(run.created_at)} /> },
          { label: 'Duration', value: <RunDuration run={run} /> },
          { label: 'Statistics', value: <RunCounts run={run} /> },
          ...(run.resource_name === null ? [] : [{ label: 'Resource', value: <RunResource run={run} /> }]),
          { label: 'Agent', value: <RunAgent run={run} /> },
          { label: 'Host', value: run.hostname },
        ]}
      />
      {part === undefined ? (
        <EmptyState compact title="No details found" icon={<FileSearch strokeWidth={1.5} />} />
      ) : (
        <Tabs
          label="Details"
          tabs={parts.map((id) => ({ id, label: detailLabels[id] }))}
          value={part}
          onChange={props.onPart}
          panelClassName="pt-3"
        >
          {part === 'errors' && <Errors value={run.details?.['errors']} />}
          {part === 'log' && <RunLog runId={run.id} running={run.status === 'RUNNING'} />}
          {(part === 'summary' || part === 'scrape_summary') && (
            <Code value={run.details?.[part]} label={`${part}.json`} />
          )}
        </Tabs>
      )}
    </div>
  )
}
