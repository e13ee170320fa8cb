import {
  type Crumb,
  Button,
  Drawer,
  EmptyState,
  FilterBar,
  HealthBadge,
  Notice,
  PageHeader,
  ProgressBar,
  SegmentedControl,
  Skeleton,
  StaleNotice,
  useMediaQuery,
} from '@binnacle/ui'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion, LayoutGrid, PanelRight, Workflow } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { type Filters, useAddress, useFilters } from '../../application/address/use-filters.ts'
import { usePathParameter } from '../../application/address/use-path-parameter.ts'
import { LoadFailure, tableError } from '../../application/pages/load-failure.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'
import { useLastingFailure } from '../../application/requests/queries.ts'
import { AsOf, PastNotice } from './as-of.tsx'
import { AtRisk } from './cards/card.tsx'
import { CardGrid, LoadingCards } from './cards/card-grid.tsx'
import { nameOf } from './cards/summary-lines.ts'
import { ComponentIcon } from './component-icon.tsx'
import { ComponentMenu } from './component-menu.tsx'
import { filterControls, pairsOf } from './controls.ts'
import { cleared, isNarrowed, topologyFilters, type TopologyValues } from './filters.ts'
import type { LinkTo } from './link-to.ts'
import { PanelSections, ResizablePanel } from './panel/component-panel.tsx'
import { componentHref, isComponentId, rootHref, TOPOLOGY_PATH } from './paths.ts'
import { readCardWidth, storeCardWidth } from './preferences.ts'
import { TopologyPreferences } from './preferences-menu.tsx'
import { componentLabelsQuery, whereaboutsQuery } from './queries.ts'
import { SortControl } from './sort-control.tsx'
import { NoComponents } from './states.tsx'
import { Totals } from './totals.tsx'
import { type Tree, useTree } from './use-tree.ts'
import { useUp } from './use-up.ts'

const TopologyGraph = lazy(async () => {
  const { TopologyGraph: component } = await import('./graph/topology-graph.tsx')
  return { default: component }
})

/** Width from which the panel is next to the cards. */
const WIDE = '(min-width: 64rem)'

/** Before the first answer. */
const noTotals = { healthy: 0, unknown: 0, warning: 0, unhealthy: 0 }

const views = [
  { value: 'cards', label: 'Cards', icon: <LayoutGrid /> },
  { value: 'graph', label: 'Graph', icon: <Workflow /> },
] as const

/** Components as cards or as a graph, with a panel about the one of the address. Source: TOP-001, TOP-002. */
export function TopologyPage(): ReactNode {
  const id = usePathParameter('id')
  if (id === '') return <Dashboard id={undefined} />
  return isComponentId(id) ? <Dashboard id={id} /> : <NoComponent />
}

function NoComponent(): ReactNode {
  return (
    <EmptyState page title="Component not found" icon={<FileQuestion strokeWidth={1.5} />} actions={<Back />}>
      There is no component with this id. It may have been removed.
    </EmptyState>
  )
}

function Back(): ReactNode {
  const navigation = useNavigation()
  return <Button onClick={() => navigation.push(TOPOLOGY_PATH)}>Show all components</Button>
}

function Dashboard({ id }: { id: string | undefined }): ReactNode {
  const { search } = useAddress()
  const filters = useFilters(topologyFilters)
  const tree = useTree(id, filters)
  const wide = useMediaQuery(WIDE)
  const [opened, setOpened] = useState(false)
  const failure = useLastingFailure(tree.answer)
  const linkTo: LinkTo = useCallback(
    (to, parameters = {}) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(parameters)) next.set(name, value)
      return componentHref(to, next, id)
    },
    [search, id],
  )
  const { root, answer, fault } = tree
  const { values, set } = filters
  if (id !== undefined && answer.data !== undefined && root === undefined && fault === undefined)
    return <NoComponent />
  const panel = root !== undefined && (
    <PanelSections
      component={root}
      linkTo={linkTo}
      open={values.section}
      onOpen={(section) => set({ section })}
    />
  )
  return (
    <PageFrame name={root && nameOf(root)}>
      <Header
        id={id}
        tree={tree}
        filters={filters}
        actions={
          root !== undefined &&
          !wide && (
            <Button
              icon={<PanelRight aria-hidden="true" className="size-3.5" />}
              onClick={() => setOpened(true)}
            >
              Details
            </Button>
          )
        }
      />
      {tree.at !== undefined && <PastNotice at={tree.at} onNow={() => set({ at: '' })} />}
      {fault !== undefined && <Notice kind="error">{fault}</Notice>}
      {failure !== null && answer.data === undefined ? (
        <LoadFailure error={failure} queries={[answer]} />
      ) : (
        <div className="flex min-h-0 flex-1 gap-4">
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <Body key={id ?? ''} id={id} tree={tree} filters={filters} linkTo={linkTo} />
          </div>
          {wide && root !== undefined && (
            <ResizablePanel label={`About ${nameOf(root)}`}>{panel}</ResizablePanel>
          )}
        </div>
      )}
      {!wide && root !== undefined && (
        <Drawer open={opened} onClose={() => setOpened(false)} size="small" title={nameOf(root)}>
          {panel}
        </Drawer>
      )}
    </PageFrame>
  )
}

interface PartProps {
  id: string | undefined
  tree: Tree
  filters: Filters<TopologyValues>
}

function Header(props: PartProps & { actions: ReactNode }): ReactNode {
  const { id, tree, filters } = props
  const { values, set } = filters
  const { search } = useAddress()
  const { root, answer } = tree
  const atRisk = answer.data?.at_risk ?? 0
  const about = useQuery({
    ...whereaboutsQuery({ id: id ?? '', path: root?.path ?? '', referer: values.refererId }),
    enabled: root !== undefined,
  })
  const breadcrumb: Crumb[] =
    id === undefined
      ? []
      : [
          { label: 'Topology', href: rootHref(search) },
          ...(about.data?.trail ?? [])
            .filter((crumb) => crumb.id !== id)
            .map((crumb) => ({ label: crumb.name, href: componentHref(crumb.id, search) })),
        ]
  return (
    <PageHeader
      title={
        id === undefined ? (
          'Topology'
        ) : root === undefined ? (
          <Skeleton className="h-6 w-48" />
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <ComponentIcon icon={root.icon} type={root.type} className="size-5 shrink-0 text-muted" />
            {nameOf(root)}
          </span>
        )
      }
      breadcrumb={breadcrumb}
      badge={
        <>
          {root !== undefined && <HealthBadge pill state={root.health} />}
          {root?.at_risk === true && <AtRisk />}
          <Totals
            totals={answer.data?.totals ?? noTotals}
            chosen={values.status}
            hrefOf={(status) => filters.href({ status: status ?? 'all' })}
          />
          {atRisk > 0 && <AtRisk count={atRisk} />}
          <span role="status" className="text-small text-secondary">
            {answer.data?.counting === true && 'Still counting. The numbers may change.'}
          </span>
        </>
      }
      actions={
        <>
          {props.actions}
          <AsOf at={tree.at} onChange={(at) => set({ at })} />
          <SegmentedControl
            label="View"
            segments={views}
            value={values.view}
            onChange={(view) => set({ view })}
          />
          {root !== undefined && <ComponentMenu component={root} />}
        </>
      }
    />
  )
}

function Body({ id, tree, filters, linkTo }: PartProps & { linkTo: LinkTo }): ReactNode {
  const { values, set } = filters
  const { answer, root, cards, sort, at } = tree
  const [width, setWidth] = useState(readCardWidth)
  const agents = answer.data?.agents
  // Of one component, its answer has the labels of what is below it.
  const labels = useQuery({ ...componentLabelsQuery, enabled: id === undefined })
  const agentNames = useMemo(() => new Map((agents ?? []).map(({ id: own, name }) => [own, name])), [agents])
  const onUp = useUp(id, root)
  const menuOf = useCallback(
    (component: TopologyComponent) => <ComponentMenu component={component} linkTo={linkTo} />,
    [linkTo],
  )
  // Not the time of each render, or every card would render again.
  const strip = useMemo(
    () => (at === undefined ? answer.dataUpdatedAt : Date.parse(at)),
    [at, answer.dataUpdatedAt],
  )
  const controls = filterControls(filters, {
    answer: answer.data,
    labels: labels.data ?? pairsOf(answer.data?.tags ?? {}),
    agents: agents ?? [],
  })
  const stale = tableError(answer)
  return (
    <>
      {values.view === 'cards' && (
        <FilterBar filters={controls} onClearAll={() => set(cleared)}>
          <SortControl sort={sort} properties={answer.data?.headlines ?? []} onChange={tree.setSort} />
          <TopologyPreferences
            width={width}
            onWidth={(next) => {
              setWidth(next)
              storeCardWidth(next)
            }}
            showHidden={tree.showHidden}
            onShowHidden={tree.setShowHidden}
          />
        </FilterBar>
      )}
      {values.view === 'cards' && values.type !== 'all' && (
        <Notice kind="information">Components of all levels are listed, because a type is chosen.</Notice>
      )}
      {values.view === 'graph' ? (
        <Suspense fallback={<Skeleton className="min-h-96 w-full flex-1" />}>
          <TopologyGraph id={id} isPast={at !== undefined} filters={filters} linkTo={linkTo} />
        </Suspense>
      ) : (
        <div className="relative md:min-h-0 md:flex-1 md:overflow-y-auto">
          <ProgressBar active={answer.isPlaceholderData} className="sticky inset-x-0 top-0 z-20" />
          {stale !== undefined && answer.data !== undefined && <StaleNotice error={stale} />}
          {answer.data === undefined ? (
            <LoadingCards width={width} />
          ) : cards.length === 0 ? (
            <div className="rounded-panel border border-line bg-surface">
              {tree.fault === undefined && (
                <NoComponents isNarrowed={isNarrowed(values)} onClear={() => set(cleared)} />
              )}
            </div>
          ) : (
            <CardGrid
              components={cards}
              width={width}
              linkTo={linkTo}
              agents={agentNames}
              end={strip}
              menuOf={menuOf}
              onUp={onUp}
              onShown={tree.onShown}
            />
          )}
        </div>
      )}
    </>
  )
}
