import type { WatchdogDetector, WatchdogThreshold } from '@binnacle/contract/watchdog'
import { Age, Badge, HealthBadge, TextLink } from '@binnacle/ui'
import { type ReactNode, useId } from 'react'

/** What each detector says, since when, and which properties change it. */
export function DetectorList({ detectors }: { detectors: readonly WatchdogDetector[] }): ReactNode {
  return (
    <ul aria-label="Detectors" className="divide-y divide-line">
      {detectors.map((detector) => (
        <Detector key={detector.name} detector={detector} />
      ))}
    </ul>
  )
}

function Detector({ detector }: { detector: WatchdogDetector }): ReactNode {
  const id = useId()
  const { title, description, state, since, reason, last, checkId, thresholds } = detector
  return (
    <li aria-labelledby={id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="font-semibold">
          {checkId === null ? (
            title
          ) : (
            <TextLink href={`/health?checkId=${checkId}&timeRange=1h`}>{title}</TextLink>
          )}
        </h3>
        <HealthBadge pill state={state} />
        {since !== null && (
          <span className="text-small text-muted">
            since <Age time={since} /> ago
          </span>
        )}
      </div>
      <p className={state === 'unhealthy' ? 'text-unhealthy' : 'text-secondary'}>
        {state === 'unhealthy' ? reason : description}
      </p>
      {last !== null && (
        <p className="text-small text-muted">
          Last unhealthy <Age time={last.from} /> ago, for {lengthOf(last)}
        </p>
      )}
      <dl className="mt-1 flex flex-col gap-y-1 text-small">
        {thresholds.map((threshold) => (
          <Threshold key={threshold.property} threshold={threshold} />
        ))}
      </dl>
    </li>
  )
}

function lengthOf({ from, to }: { from: string; to: string }): string {
  const seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

function Threshold({ threshold }: { threshold: WatchdogThreshold }): ReactNode {
  const { property, description, value, isDefault } = threshold
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="min-w-0 text-muted wrap-anywhere">
        {description} <code>{property}</code>
      </dt>
      <dd className="ml-auto flex items-baseline gap-2 numeric">
        {value}
        {isDefault && <Badge>default</Badge>}
      </dd>
    </div>
  )
}
