import type { CheckDetail } from '@binnacle/contract/health'
import {
  Badge,
  Button,
  buttonClass,
  Drawer,
  HealthBadge,
  PlainLink,
  Skeleton,
  tabCount,
  Tabs,
  TruncatedText,
  useMediaQuery,
  useShortcuts,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Braces, Pencil, Server, Waypoints } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { Pieces, SectionContent, shownOf, useSlot } from '../../../application/slots/slots.tsx'
import { useLastingFailure } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { useFilters } from '../../../application/address/use-filters.ts'
import { CheckChart } from './chart.tsx'
import { CheckHistory } from './history.tsx'
import { CheckIcon } from './icon.tsx'
import { CheckMessage } from './message.tsx'
import { CheckTiles } from './tiles.tsx'
import { FailingSteps } from './failing-steps.tsx'
import { openCheckFilters } from './drawer-filters.ts'
import { checkQuery } from './queries.ts'
import { RunNow, RunNowResult, useRunNow } from './run-now.tsx'
import { sourceLink } from './source-link.ts'
import { Silenced } from '../silenced-later.tsx'
import { useOpenCheck } from './use-open-check.ts'
import { useRelated } from './use-related.ts'

const CheckSpec = lazy(async () => {
  const { CheckSpec: component } = await import('./spec.tsx')
  return { default: component }
})

const CheckRelationships = lazy(async () => {
  const { CheckRelationships: component } = await import('./relationships.tsx')
  return { default: component }
})
const ScriptPlayground = lazy(async () => {
  const { ScriptPlayground: component } = await import('./script-playground.tsx')
  return { default: component }
})

/** Below this height the chart has its own tab, or the history would begin off the screen. */
const SHORT = '(height < 46rem)'

/** One check beside the list: how it is, how it was, what it is. */
export function CheckDrawer(props: { id: string; onClose: () => void }): ReactNode {
  const check = useQuery(checkQuery(props.id))
  const failure = useLastingFailure(check)
  if (check.data === undefined)
    return (
      <Drawer
        open
        onClose={props.onClose}
        size="full"
        title={failure === null ? 'Loading the check' : 'Check'}
      >
        {failure === null ? <LoadingCheck /> : <LoadFailure error={failure} queries={[check]} />}
      </Drawer>
    )
  return <OpenCheck check={check.data} onClose={props.onClose} />
}

function OpenCheck({ check, onClose }: { check: CheckDetail; onClose: () => void }): ReactNode {
  const run = useRunNow(check)
  return (
    <Drawer
      open
      onClose={onClose}
      size="full"
      title={check.name}
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <CheckIcon check={check} />
          <span className="min-w-0 text-lead font-semibold wrap-anywhere">{check.name}</span>
          <HealthBadge state={check.state} pill />
          <Pieces slot="check.badges" subject={check} />
          <Silenced as="badge" silences={check.silenced && [check.silenced]} />
        </div>
      }
      subtitle={<Whereabouts check={check} />}
      actions={
        <>
          <FailingSteps id={check.id} />
          <SourceLinkButton check={check} />
          <Pieces slot="check.actions" subject={check} />
          <TryScript check={check} />
          <RunNow check={check} run={run} />
        </>
      }
    >
      {/* Another check begins with nothing of this one. */}
      <CheckBody key={check.id} check={check}>
        <RunNowResult run={run} />
      </CheckBody>
    </Drawer>
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
          <TruncatedText text={`${name}=${value}`} />
        </Badge>
      ))}
    </span>
  )
}

/** Opens the place to try scripts, for those who may write them into checks. */
function TryScript({ check }: { check: CheckDetail }): ReactNode {
  const session = useSession()
  const { values, set } = useFilters(openCheckFilters)
  if (!session.may('write', 'canaries') || !check.takes_scripts || check.last_runtime === null) return null
  return (
    <>
      <Button
        size="small"
        icon={<Braces aria-hidden="true" className="size-3" />}
        onClick={() => set({ playground: true })}
      >
        Try a script
      </Button>
      <Suspense>
        {values.playground && <ScriptPlayground check={check} onClose={() => set({ playground: false })} />}
      </Suspense>
    </>
  )
}

/** Leads to where the check can be changed, or to what it comes from. */
function SourceLinkButton({ check }: { check: CheckDetail }): ReactNode {
  const session = useSession()
  const link = sourceLink(check)
  const href = reachable(link?.href, usePages(), useVisitor())
  if (link === undefined || href === undefined || (link.edits && !session.may('write', 'canaries')))
    return null
  const Icon = link.edits ? Pencil : Waypoints
  return (
    <PlainLink href={href} className={buttonClass({ size: 'small' })}>
      <Icon aria-hidden="true" className="size-3" />
      {link.label}
    </PlainLink>
  )
}

function CheckBody({ check, children }: { check: CheckDetail; children: ReactNode }): ReactNode {
  const open = useOpenCheck(check)
  const { values, set, href } = open
  const short = useMediaQuery(SHORT)
  const sections = shownOf(useSlot('check.tabs').fills, check)
  const related = useRelated(check).data
  const tabs = [
    { id: 'history', label: 'History', href: href({ tab: 'history' }) },
    ...(short ? [{ id: 'graph', label: 'Graph', href: href({ tab: 'graph' }) } as const] : []),
    { id: 'spec', label: 'Spec', href: href({ tab: 'spec' }) },
    {
      id: 'relationships',
      label: 'Relationships',
      href: href({ tab: 'relationships' }),
      ...(related === undefined ? {} : { count: related.length }),
    },
    ...sections.map(({ id, label, Count, countNote }) => ({
      id,
      label,
      href: href({ tab: id }),
      ...(Count !== undefined && {
        counter: <Count subject={check} eager note={countNote} className={tabCount} />,
      }),
    })),
  ]
  const section = sections.find(({ id }) => id === values.tab)
  const tab = tabs.some(({ id }) => id === values.tab) ? values.tab : 'history'
  useShortcuts(
    sections.flatMap(({ id, keys }) =>
      keys === undefined ? [] : [{ ...keys, group: 'Check', perform: () => set({ tab: id }) }],
    ),
  )
  return (
    <div className="flex flex-col gap-5 p-4 md:p-5">
      <CheckMessage check={check} />
      {children}
      <CheckTiles check={check} open={open} />
      {!short && <CheckChart check={check} open={open} />}
      <Tabs label="Check" tabs={tabs} value={tab} panelClassName="pt-3" onChange={(id) => set({ tab: id })}>
        {tab === 'history' && <CheckHistory check={check} open={open} />}
        {tab === 'graph' && <CheckChart check={check} open={open} />}
        {tab === 'spec' && (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <CheckSpec check={check} />
          </Suspense>
        )}
        {tab === 'relationships' && (
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <CheckRelationships check={check} />
          </Suspense>
        )}
        {section !== undefined && <SectionContent section={section} subject={check} />}
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
