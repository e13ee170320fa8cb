import type { CheckDetail } from '@binnacle/contract/health'
import { Age, classNames } from '@binnacle/ui'
import type { ReactNode } from 'react'

const looks = {
  unhealthy: 'border-unhealthy-line bg-unhealthy-subtle',
  unknown: 'border-unknown-line bg-unknown-subtle',
} as const

/** Why a check is not well, in the words of its last run, and since when. A healthy one needs none. */
export function CheckMessage({ check }: { check: CheckDetail }): ReactNode {
  if (check.state === 'healthy') return null
  const since = check.last_transition_time
  return (
    <div
      className={classNames('rounded-panel border px-3 py-2 wrap-anywhere', looks[check.state])}
      role="status"
    >
      {check.last_runtime === null ? (
        <>
          <strong className="font-semibold">{check.receives ? 'No message yet.' : 'Not run yet.'}</strong>{' '}
          {check.receives
            ? 'Other systems send the results of this check.'
            : check.schedule === null
              ? 'It has no schedule and runs only manually.'
              : `It runs ${check.schedule}.`}
        </>
      ) : (
        <>
          <strong className="font-semibold">
            {check.state === 'unhealthy' ? 'Failing' : 'Unknown'}
            {since !== null && (
              <>
                {' '}
                for <Age time={since} />
              </>
            )}
            .
          </strong>{' '}
          <span className="whitespace-pre-wrap">{check.message}</span>
        </>
      )}
    </div>
  )
}
