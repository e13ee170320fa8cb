import { Age, Button, HealthBadge } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { historyQuery } from './queries.ts'

/** Hours of the history of health. */
const HOURS = 24 * 7

/** When the health of a component changed, and why; loaded on demand. */
export function HealthHistory({ id }: { id: string }): ReactNode {
  const [open, setOpen] = useState(false)
  const history = useQuery({ ...historyQuery(id, HOURS), enabled: open })
  return (
    <section aria-label="History of health" className="flex flex-col gap-1.5">
      <div>
        <Button size="small" loading={history.isFetching} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide history of health' : 'Show history of health'}
        </Button>
      </div>
      {open && history.error !== null && (
        <p role="alert" className="text-small text-unhealthy">
          {messageOf(history.error)}
        </p>
      )}
      {open && history.data?.length === 0 && (
        <p className="text-small text-secondary">Its health has not changed for 7 days.</p>
      )}
      {open && (history.data?.length ?? 0) > 0 && (
        <ol className="flex flex-col gap-1">
          {history.data?.map(({ at, health, reason }) => (
            <li key={at} className="flex min-w-0 flex-wrap items-center gap-x-2 text-small">
              <HealthBadge state={health} />
              <span className="text-muted">
                <Age time={at} /> ago
              </span>
              {reason !== null && reason !== '' && <span className="wrap-anywhere">{reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
