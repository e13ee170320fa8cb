import { type AlertRow, subjectKindLabels } from '@binnacle/contract/notifications'
import {
  Age,
  Badge,
  buttonClass,
  EmptyState,
  FullTime,
  KeyValueList,
  LinkedText,
  PageHeader,
  PlainLink,
  Skeleton,
  TextLink,
  useNow,
  useShortcuts,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellOff, BellRing, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePathEnd } from '../../../application/address/use-path-end.ts'
import { isAddress } from '../../../application/pages/addresses.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { useLastingFailure } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { ALERTS_PATH, resourceHref, ruleHref, silenceHref } from '../paths.ts'
import { Members } from './members.tsx'
import { type AlertDetail, alertQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { ToldList } from './told-list.tsx'
import { type Deed, useAct } from './use-act.ts'
import { AcknowledgeButton, PlainVerb, ReassignButton, SnoozeButton } from './verbs.tsx'
import { AlertStateLabel, nextStepOf, Severity } from './words.tsx'

const BREADCRUMB = [{ label: 'Notifications' }, { label: 'Alerts', href: ALERTS_PATH }] as const

/** One alert: what is wrong, who knows of it, what happened, and what can be done. */
export function AlertPage(): ReactNode {
  const id = usePathEnd()
  const found = useQuery(alertQuery(id))
  const failure = useLastingFailure(found)
  const alert = found.data
  return (
    <div className="mx-auto flex min-h-full max-w-screen-xl flex-col gap-4 p-3 sm:p-4 lg:p-5">
      {(alert === undefined || alert === null) && <PageHeader title="Alert" breadcrumb={BREADCRUMB} />}
      {alert === undefined &&
        (failure === null ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <LoadFailure error={failure} queries={[found]} />
        ))}
      {alert === null && (
        <EmptyState
          title="There is no such alert"
          icon={<BellRing strokeWidth={1.5} />}
          actions={<TextLink href={ALERTS_PATH}>All alerts</TextLink>}
        >
          It may have been deleted with what is kept no longer.
        </EmptyState>
      )}
      {alert !== undefined && alert !== null && <OpenAlert alert={alert} />}
    </div>
  )
}

function OpenAlert({ alert }: { alert: AlertDetail }): ReactNode {
  return (
    <>
      <title>{`${alert.resource_name} - Binnacle`}</title>
      <PageHeader
        title={alert.resource_name}
        breadcrumb={BREADCRUMB}
        badge={
          <>
            <AlertStateLabel alert={alert} />
            <Badge tone="outline">
              <Severity severity={alert.severity} />
            </Badge>
          </>
        }
        actions={<AlertLinks alert={alert} />}
      />
      <Verbs alert={alert} />
      {alert.reason !== null && alert.reason !== '' && (
        <p className="line-clamp-6 border-l-2 border-unhealthy-line pl-3 wrap-anywhere">
          <LinkedText text={alert.reason} />
        </p>
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <section aria-label="Facts" className="rounded-panel border border-line bg-surface px-4 py-2">
          <Facts alert={alert} />
        </section>
        <ToldList alert={alert} />
        <Timeline alert={alert} />
        <Members alert={alert} />
      </div>
    </>
  )
}

/** Leads to the resource, and to the form that silences it. */
function AlertLinks({ alert }: { alert: AlertRow }): ReactNode {
  const session = useSession()
  const pages = usePages()
  const visitor = useVisitor()
  const { resource_kind: kind, resource_id: id, path } = alert
  const resource = reachable(isAddress(path) ? path : resourceHref(kind, id), pages, visitor)
  const silence = session.may('write', 'notifications')
    ? reachable(silenceHref(kind, id), pages, visitor)
    : undefined
  return (
    <>
      {resource !== undefined && (
        <PlainLink href={resource} className={buttonClass({})}>
          <ExternalLink aria-hidden="true" className="size-3.5" />
          {`Open the ${subjectKindLabels[kind].toLowerCase()}`}
        </PlainLink>
      )}
      {silence !== undefined && alert.state !== 'over' && (
        <PlainLink href={silence} className={buttonClass({})}>
          <BellOff aria-hidden="true" className="size-3.5" />
          Silence…
        </PlainLink>
      )}
    </>
  )
}

function Verbs({ alert }: { alert: AlertRow }): ReactNode {
  const act = useAct()
  const mayAct = useSession().may('write', 'responder')
  const now = useNow('minute')
  const takes = mayAct && (alert.state === 'open' || alert.state === 'snoozed')
  useShortcuts(
    takes
      ? [
          {
            keys: 'a',
            label: 'Acknowledge',
            group: 'Alert',
            perform: () => act.mutate({ ids: [alert.id], verb: 'acknowledge' }),
          },
        ]
      : [],
  )
  if (!mayAct) return null
  const shared = { ids: [alert.id], busy: act.isPending, onAct: (deed: Deed) => act.mutate(deed) }
  if (alert.state === 'over')
    return alert.closed_reason === 'resolved' ? (
      <div>
        <PlainVerb verb="reopen" {...shared} />
      </div>
    ) : null
  const rests = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > now
  return (
    <div role="group" aria-label="What to do" className="flex flex-wrap items-center gap-2">
      {takes ? <AcknowledgeButton {...shared} /> : <PlainVerb verb="unacknowledge" {...shared} />}
      {rests ? <PlainVerb verb="wake" {...shared} /> : <SnoozeButton {...shared} />}
      <PlainVerb verb="resolve" {...shared} />
      <ReassignButton alert={alert} busy={act.isPending} onAct={shared.onAct} />
    </div>
  )
}

function Moment({ time }: { time: string }): ReactNode {
  return (
    <>
      <Age time={time} />
      {', '}
      <FullTime date={new Date(time)} />
    </>
  )
}

function Facts({ alert }: { alert: AlertRow }): ReactNode {
  const labels = Object.entries(alert.labels)
  return (
    <KeyValueList
      items={[
        { label: 'Wrong for', value: <Moment time={alert.since} /> },
        ...(alert.closed_at === null ? [] : [{ label: 'Ended', value: <Moment time={alert.closed_at} /> }]),
        { label: 'Next', value: nextStepOf(alert) },
        {
          label: 'Kind',
          value: [subjectKindLabels[alert.resource_kind], alert.resource_type]
            .filter((text) => text !== null && text !== '')
            .join(', '),
        },
        { label: 'Namespace', value: alert.namespace },
        {
          label: 'Acknowledged by',
          value: alert.acknowledged_at === null ? null : (alert.acknowledged_name ?? 'Somebody'),
        },
        { label: 'Assigned to', value: alert.assignee?.name },
        {
          label: 'Rules',
          value:
            alert.rules.length === 0 ? null : (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {alert.rules.map(({ id, name }) => (
                  <TextLink key={id} href={ruleHref(id)} className="wrap-anywhere">
                    {name}
                  </TextLink>
                ))}
              </span>
            ),
        },
        { label: 'Event', value: <code className="text-small">{alert.event}</code> },
        ...(alert.flapping_since === null
          ? []
          : [{ label: 'Flapping', value: <Moment time={alert.flapping_since} /> }]),
        {
          label: 'Labels',
          value:
            labels.length === 0 ? null : (
              <span className="flex flex-wrap gap-1">
                {labels.map(([name, value]) => (
                  <Badge key={name} tone="outline" code className="h-auto whitespace-normal!">
                    {`${name}=${value}`}
                  </Badge>
                ))}
              </span>
            ),
        },
      ]}
    />
  )
}
