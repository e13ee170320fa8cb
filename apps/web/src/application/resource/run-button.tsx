import { Button, Dialog, Duration, Notice, Spinner } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../requests/queries.ts'
import { useSession } from '../session/session.ts'
import type { ResourceKind } from './kind.ts'

/** Errors of a run that are shown; the others are in its history. */
const MOST_ERRORS = 20

/** A run that has ended. */
interface EndedRun {
  success_count: number
  error_count: number
  duration_millis: number
  details: Record<string, unknown>
}

/**
 * Button that runs something, and shows what came of it.
 * @param props.name of what is run
 * @param props.run runs it, and waits until the run has ended
 * @param props.topics what a run may change
 * @param props.isDeleted whether what is run was deleted since, so that nothing comes of the run
 * @param props.meanwhile what it does, such as `It reads its sources.`
 * @param props.summaryOf what a run found
 * @param props.links where to go from the result
 */
export function RunButton<Run extends EndedRun>(props: {
  area: ResourceKind
  name: string
  run: () => Promise<Run>
  topics: readonly string[]
  isDeleted: boolean
  meanwhile: string
  summaryOf: (run: Run) => string
  links: ReactNode
}): ReactNode {
  const mayRun = useSession().may('run', props.area.access)
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const run = useMutation({
    mutationFn: props.run,
    onSettled: () => {
      for (const topic of props.topics) void queries.invalidateQueries({ queryKey: [topic] })
    },
  })
  if (!mayRun) return null
  return (
    <>
      <Button
        icon={<Play aria-hidden="true" className="size-3" />}
        loading={run.isPending && !open}
        onClick={() => {
          setOpen(true)
          if (!run.isPending) run.mutate()
        }}
      >
        Run now
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Run of ${props.name}`}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <div role="status" className="flex flex-col gap-3">
          {run.isPending && props.isDeleted && (
            <Notice kind="warning">
              This {props.area.singular.toLowerCase()} was deleted, so what the run finds is not stored.
            </Notice>
          )}
          {run.isPending && !props.isDeleted && (
            <p className="flex items-center gap-2">
              <Spinner /> {props.meanwhile} The run goes on when you close this.
            </p>
          )}
          {run.isError && <Notice kind="error">{messageOf(run.error)}</Notice>}
          {run.data !== undefined && !run.isPending && (
            <Result run={run.data} summary={props.summaryOf(run.data)} />
          )}
        </div>
        {run.data !== undefined && !run.isPending && (
          <p className="mt-3 flex flex-wrap gap-x-4">{props.links}</p>
        )}
      </Dialog>
    </>
  )
}

function Result({ run, summary }: { run: EndedRun; summary: string }): ReactNode {
  const { details, error_count: failed, duration_millis: duration } = run
  const errors = Array.isArray(details['errors']) ? details['errors'].map(String) : []
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{failed === 0 ? 'Finished' : 'Finished with errors'}</span>
        <span>{summary}</span>
        <span className="text-secondary">
          <Duration milliseconds={duration} />
        </span>
      </p>
      {errors.length > 0 && (
        <Notice kind="error">
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {errors.slice(0, MOST_ERRORS).map((error) => (
              <li key={error} className="wrap-anywhere">
                {error}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
