import { holdLabels, type OpenAlert } from '@binnacle/contract/notifications'
import { Age, Badge, Button, FullTime, IconButton, Menu, TextLink, useShortcuts } from '@binnacle/ui'
import { ChevronDown, Pause, UserRoundCheck } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useChange } from '../../../application/resource/use-change.ts'
import { useSession } from '../../../application/session/session.ts'
import { alertHref, ruleHref } from '../paths.ts'
import { ALERTS_KEY } from '../alerts/key.ts'
import { acknowledge } from './queries.ts'

/** For how long an acknowledgement can hold, in minutes. */
const times = [
  { minutes: undefined, label: 'Until it is over' },
  { minutes: 30, label: 'For 30 minutes' },
  { minutes: 60, label: 'For 1 hour' },
  { minutes: 240, label: 'For 4 hours' },
] as const

/** Alerts that are open about a resource, and who takes care of them. */
export function OpenAlerts({ alerts }: { alerts: readonly OpenAlert[] }): ReactNode {
  const firstFree = alerts.find(({ acknowledged }) => acknowledged === null)
  return (
    <section aria-label="Open alerts" className="flex flex-col gap-3">
      <h3 className="font-semibold">Open alerts</h3>
      {alerts.length === 0 ? (
        <p className="text-secondary">There is no open alert.</p>
      ) : (
        <ul
          aria-label="Alerts"
          className="flex flex-col divide-y divide-line rounded-panel border border-line"
        >
          {alerts.map((alert) => (
            <Alert key={alert.id} alert={alert} takesKey={alert === firstFree} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Alert({ alert, takesKey }: { alert: OpenAlert; takesKey: boolean }): ReactNode {
  const { rules, severity, since, acknowledged, hold } = alert
  const session = useSession()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="flex min-w-48 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink href={alertHref(alert.id)} className="font-medium">
            Open alert
          </TextLink>
          <Badge tone="outline">{severity}</Badge>
          <span className="text-secondary">
            for <Age time={since} />
          </span>
        </p>
        {rules.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
            <span className="text-secondary">{rules.length === 1 ? 'Rule' : 'Rules'}</span>
            {rules.map((rule) => (
              <TextLink key={rule.id} href={ruleHref(rule.id)} className="wrap-anywhere">
                {rule.name}
              </TextLink>
            ))}
          </p>
        )}
        {acknowledged !== null && (
          <p className="flex items-start gap-1.5 text-healthy">
            <UserRoundCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {acknowledged.by === '' ? 'Acknowledged' : `${acknowledged.by} acknowledged it`}
              {acknowledged.until === null ? (
                ' until it is over'
              ) : (
                <>
                  {' until '}
                  <FullTime date={new Date(acknowledged.until)} />
                </>
              )}
            </span>
          </p>
        )}
        {hold !== null && (
          <p className="flex items-start gap-1.5 text-secondary">
            <Pause aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {holdLabels[hold.by]}
            {hold.until !== null && (
              <>
                {' until '}
                <FullTime date={new Date(hold.until)} />
              </>
            )}
          </p>
        )}
      </div>
      {acknowledged === null && session.may('write', 'responder') && (
        <Acknowledge alertId={alert.id} takesKey={takesKey} />
      )}
    </li>
  )
}

function Acknowledge({ alertId, takesKey }: { alertId: string; takesKey: boolean }): ReactNode {
  const wanted = useRef<number | undefined>(undefined)
  const change = useChange({
    run: () => acknowledge(alertId, wanted.current),
    success: 'Acknowledged',
    keys: [ALERTS_KEY],
  })
  const start = (minutes: number | undefined) => {
    wanted.current = minutes
    change.mutate()
  }
  useShortcuts(
    takesKey ? [{ keys: 'a', label: 'Acknowledge', group: 'Check', perform: () => start(undefined) }] : [],
  )
  return (
    <span className="flex gap-1">
      <Button variant="primary" size="small" loading={change.isPending} onClick={() => start(undefined)}>
        Acknowledge
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label="Acknowledge for a time"
            size="small"
            icon={<ChevronDown className="size-3.5" />}
            disabled={change.isPending}
          />
        }
        sections={[
          {
            id: 'times',
            heading: 'Acknowledge',
            items: times.map(({ minutes, label }) => ({ id: label, label, onSelect: () => start(minutes) })),
          },
        ]}
      />
    </span>
  )
}
