import { type SubjectKind } from '@binnacle/contract/kinds'
import { type OpenAlert, openAlert, whyNotified } from '@binnacle/contract/notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { ALERTS_KEY } from '../alerts/key.ts'

/** A resource that can have alerts. */
export interface AlertSubject {
  kind: SubjectKind
  id: string
}

const addressOf = (path: string, { kind, id }: AlertSubject) =>
  `/api/notification/${path}?kind=${kind}&id=${encodeURIComponent(id)}`

/** Loads the open alerts of a resource. */
export function loadAlerts(subject: AlertSubject, signal: AbortSignal): Promise<OpenAlert[]> {
  return request(addressOf('alerts', subject), z.array(openAlert), { signal })
}

/** The open alerts of a resource. */
export const alertsQuery = (subject: AlertSubject) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, subject],
    queryFn: ({ signal }) => loadAlerts(subject, signal),
  })

/**
 * Whether anyone would be told now. Every rule is evaluated for it, so it is asked again when an alert of this resource,
 * a rule or a silence changes, and not with the alerts of all others.
 * @param alerts the open alerts of the resource; undefined while they are not known
 */
export const whyQuery = (subject: AlertSubject, alerts: readonly OpenAlert[] | undefined) =>
  queryOptions({
    queryKey: ['notifications', 'why', subject, alerts],
    meta: { follows: ['notification_silences'] },
    enabled: alerts !== undefined,
    placeholderData: keepPreviousData,
    // Decisions depend on the time too: a repeat interval ends.
    staleTime: 0,
    queryFn: ({ signal }) => request(addressOf('why', subject), whyNotified, { signal }),
  })

/** Acknowledges an alert. @param minutes undefined until it is over */
export function acknowledge(
  alertId: string,
  minutes: number | undefined,
): Promise<{ acknowledged: boolean }> {
  return request(
    `/api/notification/alerts/${encodeURIComponent(alertId)}/acknowledge`,
    z.object({ acknowledged: z.boolean() }),
    { method: 'POST', body: minutes === undefined ? {} : { minutes } },
  )
}
