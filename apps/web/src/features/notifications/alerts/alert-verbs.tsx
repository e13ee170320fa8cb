import type { AlertRow } from '@binnacle/contract/notifications'
import { useNow, useShortcuts } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { useSession } from '../../../application/session/session.ts'
import { silenceHref } from '../paths.ts'
import { type Deed, useAct } from './use-act.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { AcknowledgeButton, PlainVerb, ReassignButton, SilenceButton, SnoozeButton } from './verbs.tsx'

/** What the person may do about an alert on its page. */
export function AlertVerbs({ alert }: { alert: AlertRow }): ReactNode {
  const act = useAct()
  const session = useSession()
  const mayAct = session.may('write', 'responder')
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
  const pages = usePages()
  const visitor = useVisitor()
  const { around, acted } = useKeptFocus<HTMLDivElement>()
  if (!mayAct) return null
  function onAct(deed: Deed): void {
    acted()
    act.mutate(deed)
  }
  const shared = { ids: [alert.id], busy: act.isPending, onAct }
  if (alert.state === 'over')
    return alert.closed_reason === 'resolved' ? (
      <div ref={around}>
        <PlainVerb verb="reopen" {...shared} />
      </div>
    ) : null
  const rests = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > now
  return (
    <div ref={around} role="group" aria-label="What to do" className="flex flex-wrap items-center gap-2">
      {takes ? <AcknowledgeButton {...shared} /> : <PlainVerb verb="unacknowledge" {...shared} />}
      {rests ? <PlainVerb verb="wake" {...shared} /> : <SnoozeButton {...shared} />}
      {session.may('write', 'notifications') && (
        <SilenceButton
          {...shared}
          form={reachable(silenceHref(alert.resource_kind, alert.resource_id), pages, visitor)}
        />
      )}
      <PlainVerb verb="resolve" {...shared} />
      <ReassignButton alert={alert} busy={act.isPending} onAct={shared.onAct} />
    </div>
  )
}
