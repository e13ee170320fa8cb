import type { CheckDetail } from '@binnacle/contract'
import {
  Badge,
  buttonClass,
  Drawer,
  ErrorState,
  HealthBadge,
  PlainLink,
  Skeleton,
  Tabs,
  useMediaQuery,
  useNow,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Server } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { CheckChart } from './check-chart.tsx'
import { CheckHistory } from './check-history.tsx'
import { CheckMessage } from './check-message.tsx'
import { CheckTiles } from './check-tiles.tsx'
import { defaultTimeRange } from './default-range.ts'
import { drawerFilters } from './filters.ts'
import { checkQuery, type Span } from './queries.ts'
import { RunNow } from './run-now.tsx'

const CheckSpec = lazy(async () => {
  const { CheckSpec: component } = await import('./check-spec.tsx')
  return { default: component }
})

/** Below this height the chart has a tab of its own, or the history would begin off the screen. */
const SHORT = '(height < 46rem)'

/** One check beside the list: how it is, how it was, what it is. */
export function CheckDrawer(props: { id: string; onClose: () => void }): ReactNode {
  const check = useQuery(checkQuery(props.id))
  if (check.data === undefined)
    return (
      <Drawer
        open
        onClose={props.onClose}
        size="full"
        title={check.isPending ? 'Loading the check' : 'Check'}
      >
        {check.isPending ? (
          <LoadingCheck />
        ) : (
          <ErrorState
            message={messageOf(check.error)}
            requestId={requestIdOf(check.error)}
            onRetry={() => void check.refetch()}
            retrying={check.isFetching}
          />
        )}
      </Drawer>
    )
  return <OpenCheck check={check.data} onClose={props.onClose} />
}

function OpenCheck({ check, onClose }: { check: CheckDetail; onClose: () => void }): ReactNode {
  return (
    <Drawer
      open
      onClose={onClose}
      size="full"
      title={check.name}
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lead font-semibold wrap-anywhere">{check.name}</span>
          <HealthBadge state={check.state} pill />
        </div>
      }
      subtitle={<Whereabouts check={check} />}
      actions={
        <>
          <RunNow check={check} />
          <EditCheck check={check} />
        </>
      }
    >
      <CheckBody check={check} />
    </Drawer>
  )
}

/** Leads to the editor of the canary, for those who may change it. */
function EditCheck({ check }: { check: CheckDetail }): ReactNode {
  const session = useSession()
  if (!session.may('write', 'canaries')) return null
  return (
    <PlainLink href={`/settings/canaries/${check.canary_id}`} className={buttonClass({ size: 'small' })}>
      <Pencil aria-hidden="true" className="size-3" />
      Edit
    </PlainLink>
  )
}

function Whereabouts({ check }: { check: CheckDetail }): ReactNode {
  const place = check.endpoint ?? check.description
  return (
    <span className="flex flex-wrap items-center gap-2">
      {place !== null && <code className="text-small wrap-anywhere">{place}</code>}
      <Badge>{check.namespace}</Badge>
      <Badge tone="outline">
        <Server aria-hidden="true" className="size-3" />
        {check.agent.name}
      </Badge>
      {Object.entries(check.labels).map(([name, value]) => (
        <Badge key={name} tone="outline" code>
          {`${name}=${value}`}
        </Badge>
      ))}
    </span>
  )
}

function CheckBody({ check }: { check: CheckDetail }): ReactNode {
  const { values, set, href } = useFilters(drawerFilters)
  const short = useMediaQuery(SHORT)
  const now = useNow('minute')
  const span: Span = {
    timeRange: values.timeRange ?? defaultTimeRange(check.last_runtime, now),
    from: values.from,
    to: values.to,
  }
  const tab = values.tab === 'graph' && !short ? 'history' : values.tab
  const tabs = [
    { id: 'history', label: 'History', href: href({ tab: 'history' }) },
    ...(short ? [{ id: 'graph', label: 'Graph', href: href({ tab: 'graph' }) } as const] : []),
    { id: 'spec', label: 'Spec', href: href({ tab: 'spec' }) },
  ] as const
  return (
    <div className="flex flex-col gap-5 p-4 md:p-5">
      <CheckMessage check={check} />
      <CheckTiles check={check} span={span} />
      {!short && <CheckChart check={check} span={span} />}
      <Tabs label="Check" tabs={tabs} value={tab} panelClassName="pt-3" onChange={(id) => set({ tab: id })}>
        {tab === 'history' && <CheckHistory check={check} span={span} />}
        {tab === 'graph' && <CheckChart check={check} span={span} />}
        {tab === 'spec' && (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <CheckSpec check={check} />
          </Suspense>
        )}
      </Tabs>
    </div>
  )
}

function LoadingCheck(): ReactNode {
  return (
    <div className="flex flex-col gap-5 p-4 md:p-5" aria-hidden="true">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}
