import type { CheckDetail, CheckRun } from '@binnacle/contract/health'
import { formatDuration } from '@binnacle/contract/text'
import { Button, classNames, HealthBadge, IconButton, Skeleton, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { runCheckNow } from './queries.ts'

const RunEvidence = lazy(async () => {
  const { RunEvidence: component } = await import('./run-evidence.tsx')
  return { default: component }
})

/** A run by hand: not begun, under way, ended or failed. */
export interface HandRun {
  start: () => void
  pending: boolean
  /** What came out of the last one, until it is put away. */
  result: CheckRun | undefined
  dismiss: () => void
}

/** Runs a check by hand. Checks are loaded again afterwards. */
export function useRunNow(check: CheckDetail): HandRun {
  const toast = useToast()
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: (id: string) => runCheckNow(id),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['checks'] }),
  })
  return {
    start: () => run.mutate(check.id),
    pending: run.isPending,
    // Drop the result when another check is opened.
    result: run.variables === check.id ? run.data : undefined,
    dismiss: run.reset,
  }
}

/** The button that runs a check. Hidden from those who may not. */
export function RunNow({ check, run }: { check: CheckDetail; run: HandRun }): ReactNode {
  const session = useSession()
  if (!session.may('run', 'canaries')) return null
  return (
    <Button
      size="small"
      icon={<Play aria-hidden="true" className="size-3" />}
      loading={run.pending || check.running}
      disabledReason={check.receives ? 'Other systems send the results of this check' : undefined}
      onClick={run.start}
    >
      Run Now
    </Button>
  )
}

const looks = {
  healthy: 'border-healthy-line',
  unhealthy: 'border-unhealthy-line',
  unknown: 'border-unknown-line',
} as const

/** Brings what has just appeared into view. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** What came out of a run by hand, with its evidence, in the place where it was asked for. */
export function RunNowResult({ run }: { run: HandRun }): ReactNode {
  const { result } = run
  if (run.pending)
    return (
      <p
        ref={show}
        role="status"
        className="rounded-panel border border-line bg-band px-3 py-2 text-secondary"
      >
        Running…
      </p>
    )
  if (result === undefined) return null
  return (
    <section
      ref={show}
      aria-label="Result of this run"
      className={classNames('rounded-panel border bg-surface', looks[result.state])}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-1.5 pl-3">
        <h3 className="font-semibold">Result of this run</h3>
        <HealthBadge state={result.state} pill />
        <span role="status" className="min-w-0 flex-1 text-secondary">
          {`Took ${formatDuration(result.duration)}`}
        </span>
        <IconButton label="Close the result" icon={<X className="size-4" />} onClick={run.dismiss} />
      </div>
      <div className="p-3">
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <RunEvidence run={{ ...result, time: result.start }} />
        </Suspense>
      </div>
    </section>
  )
}
