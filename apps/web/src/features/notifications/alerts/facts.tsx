import { eventLabel, subjectKindLabels } from '@binnacle/contract/kinds'
import { type AlertRow } from '@binnacle/contract/notifications'
import { Age, Badge, Duration, FullTime, type KeyValue, KeyValueList, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { ruleHref } from '../paths.ts'
import { nextStepOf } from './words.tsx'

function Moment({ time }: { time: string }): ReactNode {
  return (
    <>
      <Age time={time} />
      {' ago, '}
      <FullTime date={new Date(time)} />
    </>
  )
}

/** When an alert began, and when and after how long it ended. */
function times({ since, closed_at: end }: AlertRow): KeyValue[] {
  const began = { label: 'Began', value: <Moment time={since} /> }
  if (end === null) return [began]
  return [
    began,
    { label: 'Ended', value: <Moment time={end} /> },
    {
      label: 'Lasted',
      value: <Duration milliseconds={Math.max(0, Date.parse(end) - Date.parse(since))} />,
    },
  ]
}

function Rules({ rules }: Pick<AlertRow, 'rules'>): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {rules.map(({ id, name }) => (
        <TextLink key={id} href={ruleHref(id)} className="wrap-anywhere">
          {name}
        </TextLink>
      ))}
    </span>
  )
}

function Labels({ labels }: { labels: readonly [string, string][] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-1">
      {labels.map(([name, value]) => (
        <Badge key={name} tone="outline" code className="h-auto whitespace-normal!">
          {`${name}=${value}`}
        </Badge>
      ))}
    </span>
  )
}

const isGiven = ({ value }: KeyValue): boolean => value !== null && value !== undefined && value !== ''

/** What is known of an alert. What it has not is left out. */
export function Facts({ alert }: { alert: AlertRow }): ReactNode {
  const labels = Object.entries(alert.labels)
  const { resource_kind: kind, resource_type: type, acknowledged_at: taken, flapping_since: flaps } = alert
  const facts: readonly KeyValue[] = [
    ...times(alert),
    { label: 'Next', value: nextStepOf(alert) },
    {
      label: 'Acknowledged by',
      // A time that is over ends an acknowledgement, and leaves who it was.
      value:
        alert.state !== 'acknowledged' || taken === null ? null : (alert.acknowledged_name ?? 'Somebody'),
    },
    { label: 'Assigned to', value: alert.assignee?.name },
    { label: 'Flapping', value: flaps === null ? null : <Moment time={flaps} /> },
    {
      label: 'Kind',
      value: type === null || type === '' ? subjectKindLabels[kind] : `${subjectKindLabels[kind]}, ${type}`,
    },
    { label: 'Namespace', value: alert.namespace },
    { label: 'Rules', value: alert.rules.length === 0 ? null : <Rules rules={alert.rules} /> },
    {
      label: 'Event',
      value: (
        <>
          {eventLabel(alert.event)} <code className="text-small text-muted">{alert.event}</code>
        </>
      ),
    },
    { label: 'Labels', value: labels.length === 0 ? null : <Labels labels={labels} /> },
  ]
  return <KeyValueList items={facts.filter(isGiven)} />
}
