import { alertList, type AlertRow } from '@binnacle/contract/notifications'
import { Age, type DataColumn, Duration, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { KindIcon } from '../history/columns.tsx'
import { AlertStateLabel, nextStepOf, Severity, takenText } from './words.tsx'

function ResourceCell({ alert }: { alert: AlertRow }): ReactNode {
  const [line = ''] = (alert.reason ?? '').split('\n', 1)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <KindIcon kind={alert.resource_kind} />
      <span className="min-w-0">
        <TruncatedName text={alert.resource_name} />
        {line !== '' && <TruncatedText className="text-small font-normal text-muted" text={line} />}
      </span>
    </span>
  )
}

/** Who was told, and how many are not told yet because something holds their message. */
function ToldCell({ alert: { told_count: told, held_count: held } }: { alert: AlertRow }): ReactNode {
  if (told + held === 0) return <span className="text-muted">nobody</span>
  return (
    <span className="whitespace-nowrap numeric">
      {told.toLocaleString('en')}
      {held > 0 && <span className="text-warning">{`, ${held.toLocaleString('en')} held`}</span>}
    </span>
  )
}

/** The state, and below it who takes care of it. */
function StateCell({ alert }: { alert: AlertRow }): ReactNode {
  const taken = takenText(alert)
  return (
    <span className="flex min-w-0 flex-col">
      <AlertStateLabel alert={alert} />
      {taken !== '' && <TruncatedText className="text-small text-muted" text={taken} />}
    </span>
  )
}

/** For how long it is wrong; of one that is over, for how long it was. */
function TimeCell({ alert: { since, closed_at: end } }: { alert: AlertRow }): ReactNode {
  if (end === null) return <Age time={since} />
  return <Duration milliseconds={Math.max(0, Date.parse(end) - Date.parse(since))} />
}

/** The columns of the list of alerts. */
export const alertColumns: readonly DataColumn<AlertRow>[] = dataColumns(alertList.columns, {
  resource_name: { width: 280, grow: 3, cell: (alert) => <ResourceCell alert={alert} /> },
  severity_rank: { width: 96, cell: ({ severity }) => <Severity severity={severity} /> },
  state: { width: 156, cell: (alert) => <StateCell alert={alert} /> },
  since: { width: 76, cell: (alert) => <TimeCell alert={alert} /> },
  namespace: {
    width: 120,
    grow: 1,
    rank: 3,
    hasValue: ({ namespace }) => namespace !== null && namespace !== '',
    cell: ({ namespace }) =>
      namespace === null || namespace === '' ? <NoValue /> : <TruncatedText text={namespace} />,
  },
  rules: {
    width: 140,
    grow: 1,
    rank: 2,
    hasValue: ({ rules }) => rules.length > 0,
    cell: ({ rules }) =>
      rules.length === 0 ? <NoValue /> : <TruncatedText text={rules.map(({ name }) => name).join(', ')} />,
  },
  told_count: { width: 104, cell: (alert) => <ToldCell alert={alert} /> },
  next: {
    width: 200,
    grow: 1,
    hasValue: (alert) => nextStepOf(alert) !== null,
    cell: (alert) => (
      <span className="line-clamp-2 whitespace-normal text-secondary">
        {nextStepOf(alert) ?? <NoValue />}
      </span>
    ),
  },
})
