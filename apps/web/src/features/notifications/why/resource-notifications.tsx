import { Notice, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { messageOf, useLastingFailure } from '../../../application/requests/queries.ts'
import { OpenAlerts } from './open-alerts.tsx'
import { type AlertSubject, alertsQuery, whyQuery } from './queries.ts'
import { SubjectLinks } from './subject-links.tsx'
import { Verdicts } from './verdicts.tsx'

/** Open alerts of a resource, and whether anyone would be told about it now: whom, and why not. */
export function ResourceNotifications({ subject: { kind, id } }: { subject: AlertSubject }): ReactNode {
  const subject = useMemo(() => ({ kind, id }), [kind, id])
  const alerts = useQuery(alertsQuery(subject))
  const why = useQuery(whyQuery(subject, alerts.data))
  const failure = useLastingFailure(alerts)
  const whyFailure = useLastingFailure(why)
  if (alerts.data === undefined)
    return failure === null ? (
      <Skeleton className="h-64 w-full" />
    ) : (
      <LoadFailure compact error={failure} queries={[alerts]} />
    )
  return (
    <div className="flex flex-col gap-6">
      {alerts.error !== null && (
        <Notice kind="warning">{`This may be out of date: ${messageOf(alerts.error)}`}</Notice>
      )}
      <OpenAlerts alerts={alerts.data} />
      <section aria-label="Would anyone be told now?" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">Would anyone be told now?</h3>
          <SubjectLinks subject={subject} />
        </div>
        {why.data !== undefined ? (
          <Verdicts verdicts={why.data.rules} />
        ) : whyFailure === null ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <LoadFailure compact error={whyFailure} queries={[why]} />
        )}
      </section>
    </div>
  )
}
