import type { CheckDetail } from '@binnacle/contract/health'
import { Button } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddress } from '../../../application/address/use-filters.ts'
import { useChange } from '../../../application/resource/use-change.ts'
import { useSession } from '../../../application/session/session.ts'
import { ALERTS_KEY } from '../alerts/key.ts'
import { acknowledge, alertsQuery } from './queries.ts'

/** Acknowledges all open alerts of a check, for those who may. The tab of its alerts has a button for each. */
export function AcknowledgeCheck({ subject }: { subject: CheckDetail }): ReactNode {
  const mayAcknowledge = useSession().may('write', 'responder')
  const isAmongThem = useAddress().search.get('tab') === 'notifications'
  return mayAcknowledge && !isAmongThem && <Acknowledge id={subject.id} />
}

/** Shows nothing if no alert is open. */
function Acknowledge({ id }: { id: string }): ReactNode {
  const { data: alerts = [] } = useQuery(alertsQuery({ kind: 'check', id }))
  const free = alerts.filter(({ acknowledged }) => acknowledged === null)
  const change = useChange({
    run: () => Promise.all(free.map((alert) => acknowledge(alert.id, undefined))),
    success: 'Acknowledged',
    keys: [ALERTS_KEY],
  })
  if (free.length === 0) return null
  return (
    <Button
      size="small"
      variant="primary"
      icon={<UserRoundCheck aria-hidden="true" className="size-3" />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      Acknowledge
    </Button>
  )
}
