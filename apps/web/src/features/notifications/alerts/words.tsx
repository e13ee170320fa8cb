import {
  alertEndLabels,
  type AlertRow,
  type AlertState,
  holdLabels,
  type HoldKind,
} from '@binnacle/contract/notifications'
import { isCritical } from '@binnacle/contract/health'
import { Age, StateLabel, type StateLook } from '@binnacle/ui'
import { AlarmClock, BellRing, CircleCheck, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What people read of the state of an alert. */
export const alertStateLabels: Readonly<Record<AlertState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  over: 'Over',
}

/** How the state of an alert looks. */
export const alertLooks: Readonly<Record<AlertState, StateLook>> = {
  open: { Icon: BellRing, tone: 'text-unhealthy' },
  acknowledged: { Icon: UserRoundCheck, tone: 'text-secondary' },
  snoozed: { Icon: AlarmClock, tone: 'text-secondary' },
  over: { Icon: CircleCheck, tone: 'text-healthy' },
}

/** The state of an alert, as an icon and a word. One that is over says why. */
export function AlertStateLabel({ alert }: { alert: Pick<AlertRow, 'state' | 'closed_reason'> }): ReactNode {
  const { state, closed_reason: reason } = alert
  const label = state === 'over' && reason !== null ? alertEndLabels[reason] : alertStateLabels[state]
  return <StateLabel look={alertLooks[state]} label={label} />
}

/** The severity of an alert. */
export function Severity({ severity }: { severity: string }): ReactNode {
  const tone = isCritical(severity)
    ? 'font-semibold text-unhealthy'
    : severity === 'high'
      ? 'font-medium text-warning'
      : 'text-secondary'
  return <span className={`whitespace-nowrap ${tone}`}>{severity}</span>
}

/** What happens at the end of a hold, where that is not simply its end. */
const ends: Readonly<Partial<Record<HoldKind, string>>> = {
  'broken way': 'tried again',
  'closing delay': 'over',
  limit: 'told with a summary',
}

/** What keeps a message back, and until when. */
export function Hold({ by, until }: { by: HoldKind; until: string | null }): ReactNode {
  return (
    <span>
      {holdLabels[by]}
      {until !== null && (
        <>
          {`, ${ends[by] ?? 'ends'} `}
          <Age time={until} />
        </>
      )}
    </span>
  )
}

/** Who takes care of an alert, or is to. Empty without anybody. */
export function takenText(
  alert: Pick<AlertRow, 'state' | 'acknowledged_name' | 'snoozed_name' | 'assignee'>,
): string {
  const by =
    alert.state === 'acknowledged'
      ? alert.acknowledged_name
      : alert.state === 'snoozed'
        ? alert.snoozed_name
        : null
  const parts = [
    by === null || by === '' ? '' : `by ${by}`,
    alert.assignee === null ? '' : `assigned to ${alert.assignee.name}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** What happens next with an alert. Null where nothing does before it changes. */
export function nextStepOf(alert: AlertRow): ReactNode {
  if (alert.state === 'over') return null
  if (alert.state === 'snoozed' && alert.snoozed_until !== null)
    return (
      <span>
        Snooze ends <Age time={alert.snoozed_until} />
      </span>
    )
  if (alert.state === 'acknowledged' && alert.acknowledged_until !== null)
    return (
      <span>
        Acknowledgement ends <Age time={alert.acknowledged_until} />
      </span>
    )
  if (alert.hold !== null) return <Hold {...alert.hold} />
  if (alert.escalates_at !== null)
    return (
      <span>
        Escalates <Age time={alert.escalates_at} />
      </span>
    )
  if (alert.flapping_since !== null) return <span>Flapping</span>
  return null
}
