import { eventLabel } from '@binnacle/contract/kinds'
import { formatNanoseconds, type RulePreview } from '@binnacle/contract/notifications'
import { Age, Notice, ProgressBar, Select } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useDebounced } from '../../../application/address/use-debounced.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { Decisions } from '../history/decisions.tsx'
import { useLocalTimes } from '../history/local-times.ts'
import { stopReason } from '../why/verdict.ts'
import { type ChosenEvent, type Draft, draftOf, previewQuery } from './preview.ts'
import { changeOf } from './rule-change.ts'
import { ruleFields, type RuleValues } from './rule-values.ts'
import { problemText } from './rule-problems.ts'
import { TestButtons } from './test-buttons.tsx'

const Message = lazy(async () => {
  const { Message: component } = await import('../history/message.tsx')
  return { default: component }
})

/** Milliseconds without a change after which a rule is tried. */
const DELAY = 500

const keyOf = ({ event, id, time }: ChosenEvent): string => `${event} ${id} ${time}`

const clockTime = (time: string): string =>
  new Date(time).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Says whom a rule tells where nobody else could be told. */
function fallbackText({ recipients, milliseconds, problems }: NonNullable<RulePreview['fallback']>): string {
  if (recipients.length === 0)
    return `If nobody could be told, it would still tell nobody: ${problems.join('; ')}.`
  const after = milliseconds === 0 ? 'at once' : `after ${formatNanoseconds(milliseconds * 1e6)}`
  return `If nobody could be told, it would tell ${recipients.join(', ')} ${after}.`
}

/** What the rule in a form would do: on the event of the last day that somebody chose, or on the newest. */
export function useRulePreview(entry: EntryForm<RuleValues, RuleValues>, id: string | undefined) {
  const { control } = entry.form
  // Every field can change what happens.
  const settled = useDebounced(JSON.stringify(useWatch({ control })), DELAY)
  const draft = useMemo(() => draftOf(changeOf(ruleFields.parse(JSON.parse(settled)))), [settled])
  const [chosen, onChoose] = useState<ChosenEvent>()
  const preview = useQuery(previewQuery(draft, id, chosen))
  /** The rule as it is at this moment, for what is not asked again when somebody types on. */
  const draftNow = () => draftOf(changeOf(ruleFields.parse(entry.form.getValues())))
  return { draft, draftNow, chosen, onChoose, preview }
}

/** Shows whom the rule in the form would tell, why, and with which message. */
export function PreviewPanel(
  props: ReturnType<typeof useRulePreview> & { id: string | undefined },
): ReactNode {
  const { draft, preview } = props
  if (draft.events.length === 0)
    return <p className="text-secondary">Choose an event to see what the rule would do.</p>
  return (
    <div className="relative flex flex-col gap-3">
      <ProgressBar active={preview.isFetching} className="absolute inset-x-0 -top-2" />
      {preview.error !== null && <Notice kind="error">{messageOf(preview.error)}</Notice>}
      {preview.data !== undefined && <Outcome {...props} preview={preview.data} />}
    </div>
  )
}

/** How many events of the last day the rule would have told of. */
function countsText({ events, passed, decided, told }: RulePreview['counts']): string {
  if (events === 0) return 'None of these events happened in the last day.'
  const letThrough = `The filter lets ${passed.toLocaleString('en')} of ${events.toLocaleString('en')} events of the last day through`
  if (passed === 0) return `${letThrough}.`
  const of = decided < passed ? `the newest ${decided.toLocaleString('en')} of them` : 'them'
  return `${letThrough}. As things are now, it would tell of ${told === 0 ? 'none' : told.toLocaleString('en')} of ${of}.`
}

function Outcome(props: {
  preview: RulePreview
  draftNow: () => Draft
  id: string | undefined
  chosen: ChosenEvent | undefined
  onChoose: (event: ChosenEvent | undefined) => void
}): ReactNode {
  const { preview, draftNow, chosen, onChoose } = props
  const { event, recent, message, tells, recipients, problems } = preview
  const localTimes = useLocalTimes()
  return (
    <>
      {preview.filterError !== null && <Notice kind="error">{`Filter: ${preview.filterError}`}</Notice>}
      {preview.templateError !== null && <Notice kind="error">{`Template: ${preview.templateError}`}</Notice>}
      {problems.length > 0 && (
        <Notice kind="error">{`It cannot be saved: ${problems.map(problemText).join('; ')}`}</Notice>
      )}
      <p className="text-secondary">{countsText(preview.counts)}</p>
      {event === null ? (
        <p className="text-secondary">As soon as one happens, its message is shown here.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Select
              label="Event to try"
              className="min-w-0 max-sm:w-full"
              value={chosen === undefined ? '' : keyOf(chosen)}
              options={[
                { value: '', label: `Newest: ${event.name}` },
                ...recent.map((one) => ({
                  value: keyOf(one),
                  label: `${one.name}: ${eventLabel(one.event)}`,
                  note: clockTime(one.time),
                })),
              ]}
              onChange={(key) => onChoose(recent.find((one) => keyOf(one) === key))}
            />
            <span className="text-small text-muted">
              {eventLabel(event.event)}, <Age time={event.time} /> ago
            </span>
          </div>
          <p className="flex items-center gap-1.5 font-medium">
            {tells ? (
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-healthy" />
            ) : (
              <CircleSlash aria-hidden="true" className="size-4 shrink-0 text-muted" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {tells
                ? `It would tell ${recipients.join(', ')}`
                : `It would tell nobody: ${localTimes(stopReason(preview))}`}
            </span>
          </p>
          {preview.fallback !== null && <p className="text-secondary">{fallbackText(preview.fallback)}</p>}
          {message !== null && (
            <Suspense>
              <Message title={message.title} body={message.body} />
            </Suspense>
          )}
          <details>
            <summary className="cursor-pointer rounded-small py-1 font-medium text-secondary hover:text-primary">
              Each decision
            </summary>
            <div className="pt-2">
              <Decisions decisions={preview.decisions} />
            </div>
          </details>
        </>
      )}
      <TestButtons draftNow={draftNow} id={props.id} chosen={chosen} hasMessage={message !== null} />
    </>
  )
}
