import { AllGoodState, Notice, Panel, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { DeadManPanel } from './dead-man-panel.tsx'
import { DetectorList } from './detector-list.tsx'
import { watchdogQuery } from './queries.ts'

/** What the product says of its blindness, and the switch that tells somebody else. */
export function WatchdogPage(): ReactNode {
  return (
    <PageFrame size="small" title="Watchdog">
      <Content />
    </PageFrame>
  )
}

function Content(): ReactNode {
  const watchdog = useQuery(watchdogQuery)
  const { data, error } = watchdog
  if (watchdog.isPending)
    return (
      <div className="flex flex-col gap-4" aria-hidden="true">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    )
  if (data === undefined) return error === null ? null : <LoadFailure error={error} queries={[watchdog]} />
  const { isOn, detectors, limited, deadMan } = data
  return (
    <>
      {!isOn && (
        <Notice kind="warning">
          No messages are sent and no alerts are held back, because WATCH_SELF is off. The states below are up
          to date.
        </Notice>
      )}
      {isOn && detectors.every(({ state }) => state === 'healthy') && (
        <AllGoodState title="Binnacle works">
          Health checks run, messages go out, and targets can be reached.
        </AllGoodState>
      )}
      {limited > 0 && (
        <Notice kind="information">
          {limited === 1 ? 'A limit holds 1 message' : `Limits hold ${limited} messages`} back, to be told
          with the next summary.
        </Notice>
      )}
      <Panel
        title="Detectors"
        description="Each is a health check of the type watchdog: notification rules send messages about it. While the network is lost, alerts of checks that cannot reach their targets are held back, and this one message goes out instead."
      >
        <DetectorList detectors={detectors} />
      </Panel>
      <DeadManPanel state={deadMan} />
    </>
  )
}
