import { REQUIRED } from '@binnacle/contract/core'
import { type AlertRow, resolveDateMath } from '@binnacle/contract/notifications'
import {
  Button,
  type ComboboxOption,
  Dialog,
  type Href,
  IconButton,
  Menu,
  timeZone,
  useChosenTimeZone,
} from '@binnacle/ui'
import {
  AlarmClock,
  AlarmClockOff,
  BellOff,
  ChevronDown,
  RotateCcw,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PersonField } from '../../../application/forms/person-field.tsx'
import { silenceEnds } from '../../silences/index.ts'
import type { Deed } from './use-act.ts'

/** For how long an acknowledgement can hold, in minutes. */
const acknowledgeTimes = [
  { minutes: undefined, label: 'Until it is over' },
  { minutes: 30, label: 'For 30 minutes' },
  { minutes: 60, label: 'For 1 hour' },
  { minutes: 240, label: 'For 4 hours' },
  { minutes: 1_440, label: 'For 1 day' },
] as const

/** For how long alerts can be snoozed, in minutes. */
const snoozeTimes = [
  { minutes: 30, label: 'For 30 minutes' },
  { minutes: 60, label: 'For 1 hour' },
  { minutes: 240, label: 'For 4 hours' },
  { minutes: 1_440, label: 'For 1 day' },
  { minutes: 10_080, label: 'For 1 week' },
] as const

interface VerbProps {
  ids: readonly string[]
  busy: boolean
  onAct: (deed: Deed) => void
}

/** Says that somebody takes care of alerts: until they are over, or for a time. */
export function AcknowledgeButton({ ids, busy, onAct }: VerbProps): ReactNode {
  const start = (minutes: number | undefined) =>
    onAct({ ids: [...ids], verb: 'acknowledge', ...(minutes === undefined ? {} : { minutes }) })
  return (
    <span className="flex gap-1">
      <Button
        variant="primary"
        size="small"
        icon={<UserRoundCheck aria-hidden="true" className="size-3" />}
        loading={busy}
        onClick={() => start(undefined)}
      >
        Acknowledge
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label="Acknowledge for a time"
            size="small"
            icon={<ChevronDown className="size-3.5" />}
            disabled={busy}
          />
        }
        sections={[
          {
            id: 'times',
            heading: 'Acknowledge',
            items: acknowledgeTimes.map(({ minutes, label }) => ({
              id: label,
              label,
              onSelect: () => start(minutes),
            })),
          },
        ]}
      />
    </span>
  )
}

/** Snoozes alerts for a time, or until they get worse. */
export function SnoozeButton({ ids, busy, onAct }: VerbProps): ReactNode {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<AlarmClock aria-hidden="true" className="size-3" />} disabled={busy}>
          Snooze
        </Button>
      }
      sections={[
        {
          id: 'times',
          heading: 'Snooze, or until it gets worse',
          items: snoozeTimes.map(({ minutes, label }) => ({
            id: label,
            label,
            onSelect: () => onAct({ ids: [...ids], verb: 'snooze', minutes }),
          })),
        },
      ]}
    />
  )
}

/**
 * Silences the resources of alerts: what is silenced tells nobody, however often it fails.
 * @param props.form address of the form with all choices, for one alert
 */
export function SilenceButton({
  ids,
  busy,
  onAct,
  form,
}: VerbProps & { form?: Href | undefined }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  function start(end: string): void {
    // Days end where the person is.
    const until = resolveDateMath(end, new Date(), zone)
    if (until.ok) onAct({ ids: [...ids], verb: 'silence', until: until.value.toISOString() })
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<BellOff aria-hidden="true" className="size-3" />} disabled={busy}>
          Silence
        </Button>
      }
      sections={[
        {
          id: 'times',
          heading: 'Tell nobody, however often it fails',
          items: [
            ...silenceEnds.map(({ label, until }) => ({
              id: label,
              label,
              onSelect: () => start(until),
            })),
            ...(form === undefined ? [] : [{ id: 'more', label: 'More choices…', href: form }]),
          ],
        },
      ]}
    />
  )
}

const plain = {
  unacknowledge: { label: 'Take back acknowledgement', Icon: UserRoundX },
  wake: { label: 'End snooze', Icon: AlarmClockOff },
  resolve: { label: 'Resolve', Icon: undefined },
  reopen: { label: 'Reopen', Icon: RotateCcw },
} as const

/** A verb that needs nothing else. */
export function PlainVerb(props: VerbProps & { verb: keyof typeof plain }): ReactNode {
  const { verb, ids, busy, onAct } = props
  const { label, Icon } = plain[verb]
  return (
    <Button
      size="small"
      icon={Icon && <Icon aria-hidden="true" className="size-3" />}
      disabled={busy}
      onClick={() => onAct({ ids: [...ids], verb })}
    >
      {label}
    </Button>
  )
}

/** Gives an alert to a person, or takes it away. */
export function ReassignButton(props: {
  alert: Pick<AlertRow, 'id' | 'assigned_to' | 'assignee'>
  busy: boolean
  onAct: (deed: Deed) => void
}): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" disabled={props.busy} onClick={() => setOpen(true)}>
        Reassign…
      </Button>
      {open && <ReassignDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReassignDialog(props: {
  alert: Pick<AlertRow, 'id' | 'assigned_to' | 'assignee'>
  onAct: (deed: Deed) => void
  onClose: () => void
}): ReactNode {
  const { alert, onAct, onClose } = props
  const { assignee } = alert
  const [person, setPerson] = useState<ComboboxOption | null>(
    assignee === null ? null : { value: assignee.id, label: assignee.name },
  )
  const [tried, setTried] = useState(false)
  function give(personId: string | null): void {
    onAct({ ids: [alert.id], verb: 'assign', personId, before: { assignedTo: alert.assigned_to } })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reassign"
      size="small"
      footer={
        <>
          {assignee !== null && <Button onClick={() => give(null)}>Take it away</Button>}
          <Button
            variant="primary"
            onClick={() => {
              if (person === null) setTried(true)
              else give(person.value)
            }}
          >
            Reassign
          </Button>
        </>
      }
    >
      <PersonField
        label="Person"
        required
        help="They are told of it by their own ways."
        error={tried && person === null ? REQUIRED : undefined}
        value={person}
        onChange={setPerson}
      />
    </Dialog>
  )
}
