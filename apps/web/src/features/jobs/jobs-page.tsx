import { Button } from '@binnacle/ui'
import { Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { pageFilters } from './history/filters.ts'
import { useRuns } from './history/use-runs.tsx'
import { ListPage } from '../../application/resource/list-page.tsx'
import { useSession } from '../../application/session/session.ts'

const RunJobDialog = lazy(async () => {
  const { RunJobDialog: component } = await import('./run-job-dialog.tsx')
  return { default: component }
})

/** Job history: runs of scheduled and manually started jobs, with their status and a button to start one. */
export function JobsPage(): ReactNode {
  const session = useSession()
  const { list, range, dialog, follow } = useRuns(pageFilters)
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <ListPage
        {...list}
        actions={
          <>
            {range}
            {session.may('run', 'database') && (
              <Button
                icon={<Play aria-hidden="true" className="size-3.5" />}
                onClick={() => setChoosing(true)}
              >
                Run a job
              </Button>
            )}
          </>
        }
      />
      {dialog}
      <Suspense>
        {choosing && (
          <RunJobDialog
            onClose={() => setChoosing(false)}
            onStarted={(queueId) => {
              setChoosing(false)
              follow(queueId)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
