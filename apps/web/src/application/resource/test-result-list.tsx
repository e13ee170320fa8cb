import type { MessageTest } from '@binnacle/contract/notifications'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'

/** What came of test messages, one line for each place. */
export function TestResultList({ results }: { results: MessageTest['results'] }): ReactNode {
  return (
    <div role="status">
      <ul aria-label="Test results" className="flex flex-col gap-1">
        {results.map(({ name, error }, place) => (
          // The same name may stand for two places.
          // eslint-disable-next-line react/no-array-index-key
          <li key={place} className="flex items-start gap-1.5">
            {error === null ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-healthy" />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-unhealthy" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {error === null ? `${name}: the service took the message` : `${name}: ${error}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
