import { Button, Duration, HealthBadge, IconButton, LinkedText, Spinner } from '@binnacle/ui'
import { ChevronRight, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useShownResult } from './use-shown-result.ts'
import { MOST_TRIED, type Trial } from './use-trial.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

const words = { waiting: 'Waiting', running: 'Running', stopped: 'Stopped', failed: 'Not run' } as const

function summary(trials: readonly Trial[]): string {
  const done = trials.filter(({ result }) => result !== undefined)
  const bad = done.filter(({ result }) => result?.state !== 'healthy').length
  return `${done.length} of ${trials.length} run${bad === 0 ? '' : `, ${bad} not healthy`}`
}

/** Results of test runs with their evidence, each shown as soon as it arrives. */
export function TrialPanel(props: {
  trials: readonly Trial[]
  running: boolean
  /** Plural of what is run, as used in sentences: `checks`. */
  things: string
  /** Total number, run or not. */
  total: number
  onStop: () => void
  onClose: () => void
}): ReactNode {
  const { trials, running } = props
  const panel = useShownResult(running)
  return (
    <section
      ref={panel}
      aria-label="Test results"
      className="flex scroll-mb-20 flex-col rounded-panel border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <h2 className="min-w-0 flex-1 font-semibold">Test results</h2>
        <span role="status" className="text-small text-secondary numeric">
          {summary(trials)}
        </span>
        {running && (
          <Button size="small" onClick={props.onStop}>
            Stop
          </Button>
        )}
        <IconButton
          label="Close the results"
          size="small"
          icon={<X className="size-3.5" />}
          onClick={props.onClose}
        />
      </div>
      <ul className="max-h-[60vh] overflow-y-auto">
        {trials.map((trial) => (
          <TrialRow key={trial.id} trial={trial} />
        ))}
      </ul>
      <p className="border-t border-line px-3 py-2 text-small text-muted">
        {props.total > MOST_TRIED && trials.length === MOST_TRIED
          ? `Only the first ${MOST_TRIED} ${props.things} were run. Test results aren’t saved.`
          : 'Test results aren’t saved.'}
      </p>
    </section>
  )
}

function TrialRow({ trial }: { trial: Trial }): ReactNode {
  const { result } = trial
  const text = result?.text ?? trial.failure
  const parts = result?.parts ?? []
  const hasEvidence = result?.evidence !== null && result?.evidence !== undefined
  return (
    <li className="flex flex-col gap-1.5 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {trial.icon}
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{trial.label}</span>
        {result === undefined ? (
          <span className="flex items-center gap-1.5 text-secondary">
            {trial.state === 'running' && <Spinner />}
            {trial.state === 'done' ? 'No result' : words[trial.state]}
          </span>
        ) : (
          <>
            <span className="text-small text-secondary numeric">
              <Duration milliseconds={result.duration} />
            </span>
            <HealthBadge state={result.state} />
          </>
        )}
      </div>
      {text !== undefined && (
        <p
          className={
            result === undefined || result.isError
              ? 'whitespace-pre-wrap text-unhealthy wrap-anywhere'
              : 'whitespace-pre-wrap wrap-anywhere'
          }
        >
          <LinkedText text={text} />
        </p>
      )}
      {result?.note !== undefined && <p className="text-small text-secondary">{result.note}</p>}
      {parts.length > 0 && (
        <ul aria-label={`Results of ${trial.label}`} className="flex flex-col gap-1 pl-7">
          {parts.map((part) => (
            <li key={part.id} className="flex flex-wrap items-center gap-x-3">
              <span className="min-w-0 flex-1 wrap-anywhere">{part.name}</span>
              <span className="text-secondary wrap-anywhere">{part.text}</span>
              <HealthBadge state={part.state} />
            </li>
          ))}
        </ul>
      )}
      {hasEvidence && (
        <details className="group/evidence">
          <summary className="flex cursor-pointer list-none items-center gap-1 rounded-small text-small text-secondary hover:text-primary">
            <ChevronRight
              aria-hidden="true"
              className="size-3.5 transition-transform group-open/evidence:rotate-90"
            />
            Evidence
          </summary>
          <Suspense>
            <CodeViewer
              className="mt-1.5"
              code={JSON.stringify(result?.evidence, null, 2)}
              language="json"
              label={`Evidence of ${trial.label}`}
              maxHeight="20rem"
            />
          </Suspense>
        </details>
      )}
    </li>
  )
}
