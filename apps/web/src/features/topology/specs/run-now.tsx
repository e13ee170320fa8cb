import type { EditableTopology } from '@binnacle/contract/topology'
import { Button, Dialog, Duration, Notice, Spinner, TextLink } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { topologyArea } from './area.ts'
import { runTopology, type TopologyRun } from './queries.ts'

/** Errors of a run that are shown; the others are in its history. */
const MOST_ERRORS = 20

/** Button that runs a topology, and shows what came of it. */
export function RunNow({ item: { id, name } }: { item: EditableTopology }): ReactNode {
  const mayRun = useSession().may('run', topologyArea.access)
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const run = useMutation({
    mutationFn: () => runTopology(id),
    onSettled: () => {
      for (const topic of ['topologies', 'components']) void queries.invalidateQueries({ queryKey: [topic] })
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
        title={`Run of ${name}`}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <div role="status" className="flex flex-col gap-3">
          {run.isPending && (
            <p className="flex items-center gap-2">
              <Spinner /> It looks up its components. The run goes on when you close this.
            </p>
          )}
          {run.isError && <Notice kind="error">{messageOf(run.error)}</Notice>}
          {run.data !== undefined && !run.isPending && <Result run={run.data} />}
        </div>
        {run.data !== undefined && !run.isPending && (
          <p className="mt-3 flex flex-wrap gap-x-4">
            <TextLink href="/topology">Show the components</TextLink>
            <TextLink href={`/settings/topologies/${id}?tab=jobHistory`}>Job history</TextLink>
          </p>
        )}
      </Dialog>
    </>
  )
}

function Result({ run }: { run: TopologyRun }): ReactNode {
  const { details, success_count: made, error_count: failed, duration_millis: duration } = run
  const errors = Array.isArray(details['errors']) ? details['errors'].map(String) : []
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{failed === 0 ? 'Finished' : 'Finished with errors'}</span>
        <span>{made === 1 ? '1 component' : `${made.toLocaleString('en')} components`}</span>
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
