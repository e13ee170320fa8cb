import type { StateCounts } from '@binnacle/contract/health'
import { FilterBar, HealthCounts, Notice, SegmentedControl, useMediaQuery } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { Contained } from '../../application/pages/contained.tsx'
import { loadAhead } from '../../application/pages/load-ahead.ts'
import { tableError } from '../../application/pages/load-failure.tsx'
import { useAddress, useFilters } from '../../application/address/use-filters.ts'
import { useQueryProblem } from '../../application/query/use-query-problem.ts'
import { CanaryFileProblems } from '../canaries/index.ts'
import { groupTitle } from './dashboard/check-group.ts'
import { allControls, type SelectedChecks } from './dashboard/controls.ts'
import { allPass, cleared, dashboardFilters, isNarrowed, pivotOf, scopeOf } from './dashboard/filters.ts'
import { checkFacetsQuery, loadQueryOffers } from './dashboard/queries.ts'
import { DashboardSidebar } from './dashboard/sidebar.tsx'
import { DashboardTable } from './dashboard/table.tsx'
import { Silenced } from './silenced-later.tsx'
import { drawerFilters } from './check/drawer-filters.ts'
import { NewCheckLink } from './dashboard/new-check-link.tsx'
import { PageTime, usePageRange } from './page-time.tsx'

const loadDrawer = async () => {
  const { CheckDrawer: component } = await import('./check/check-drawer.tsx')
  return { default: component }
}
const CheckDrawer = lazy(loadDrawer)

const loadProblemOf = async () => (await import('./dashboard/query-problem.ts')).checkProblem

/** What opening a check needs. */
const openingCheck = [
  loadDrawer,
  () => import('@binnacle/ui/chart'),
  () => import('./check/run-evidence.tsx'),
] as const

// The first screen does without them until they are there, and the whole page where they cannot be loaded.
const DashboardTabs = lazy(() =>
  import('./dashboard/tabs.tsx').then(
    ({ DashboardTabs: component }) => ({ default: component }),
    () => ({ default: () => null }),
  ),
)

const DashboardCards = lazy(async () => {
  const { DashboardCards: component } = await import('./dashboard/cards.tsx')
  return { default: component }
})

const DashboardPivot = lazy(async () => {
  const { DashboardPivot: component } = await import('./dashboard/pivot.tsx')
  return { default: component }
})

/** Minimum width for filters beside the checks. */
const WIDE = '(min-width: 80rem)'

const layouts = [
  { value: 'table', label: 'Table', icon: <Table2 /> },
  { value: 'cards', label: 'Cards', icon: <LayoutGrid /> },
] as const

/** The dashboard of checks, failing ones first. */
export function ChecksPage(): ReactNode {
  const address = useAddress()
  const dashboard = useFilters(dashboardFilters)
  const { values, set } = dashboard
  const wide = useMediaQuery(WIDE)
  const problemOf = useQueryProblem(loadProblemOf)
  const scope = JSON.stringify(scopeOf(values))
  const [listed, setListed] = useState<ListedCounts>()
  const [firstGroup, setFirstGroup] = useState<string | null>()
  const takeCounts = useCallback(
    (counts: StateCounts, group: string | null | undefined, answered: number) => {
      setListed((known) => newerOf(known, { scope, counts, answered }))
      setFirstGroup(group)
    },
    [scope],
  )
  const counts = listed?.counts
  // If nothing fails, show passing checks: an empty page would look as if nothing were checked.
  const shown: typeof dashboard = allPass(values, counts)
    ? { ...dashboard, values: { ...values, hidePassing: false } }
    : dashboard
  const facetsQuery = useQuery({
    ...checkFacetsQuery(shown.values, counts),
    // The rows come first, and with them the counts that these are asked for with.
    enabled: listed?.scope === scope,
  })
  const facets = facetsQuery.data
  // The rows are there, and so is what they are filtered by.
  const settled = facets !== undefined
  useEffect(() => (settled ? loadAhead(openingCheck) : undefined), [settled])
  const group = firstGroup === undefined ? undefined : groupTitle({ name: firstGroup }, values.groupBy)
  const known: SelectedChecks = {
    counts,
    facets,
    group,
    failure: facets === undefined ? tableError(facetsQuery) : undefined,
  }
  const clear = () => set(cleared)
  /** Closing a check also removes its parameters. */
  const closeCheck = () => {
    const rest = dashboardFilters.serialize({ ...values, checkId: undefined }, address.search)
    address.replace(drawerFilters.serialize(drawerFilters.defaults, rest))
  }
  const pivotBy = pivotOf(values)
  const view = { dashboard: shown, range: usePageRange(), onCounts: takeCounts }

  return (
    <>
      <PageFrame
        title="Health"
        badge={counts === undefined ? null : <Counters counts={counts} />}
        actions={
          <>
            <NewCheckLink />
            <PageTime />
          </>
        }
      >
        <CanaryFileProblems files={facets?.files} />
        <Silenced as="notice" silences={facets?.maintenance} />
        <div className="flex min-h-0 flex-1 gap-5">
          {wide && (
            <DashboardSidebar
              dashboard={dashboard}
              known={known}
              onClearAll={isNarrowed(values) ? clear : undefined}
            />
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <Suspense fallback={<div className="box-content h-9 border-b border-line" />}>
              <DashboardTabs dashboard={dashboard} facets={facets} />
            </Suspense>
            <FilterBar
              search={{
                value: values.query,
                onSearch: (query) => set({ query, pageIndex: 0 }),
                label: 'Search checks',
                placeholder: 'Search by name, description, or endpoint',
                offersAt: loadQueryOffers,
                ...(problemOf === undefined ? {} : { problemOf }),
              }}
              placement={wide ? 'elsewhere' : 'menu'}
              filters={allControls(dashboard, known)}
              onClearAll={clear}
            >
              <SegmentedControl
                label="Layout"
                segments={layouts}
                value={values.layout}
                onChange={(layout) => set({ layout, pageIndex: 0 })}
              />
            </FilterBar>
            {shown !== dashboard && counts !== undefined && (
              <Notice kind="success">
                {counts.healthy === 1
                  ? 'The one check is passing'
                  : `All ${counts.healthy} checks are passing`}
              </Notice>
            )}
            <Suspense fallback={<div className="flex-1" />}>
              {pivotBy !== undefined ? (
                <DashboardPivot {...view} pivotBy={pivotBy} />
              ) : values.layout === 'cards' ? (
                <DashboardCards {...view} />
              ) : (
                <DashboardTable {...view} />
              )}
            </Suspense>
          </div>
        </div>
      </PageFrame>
      <Contained part={values.checkId ?? ''}>
        <Suspense>
          {values.checkId !== undefined && <CheckDrawer id={values.checkId} onClose={closeCheck} />}
        </Suspense>
      </Contained>
    </>
  )
}

/** Counts that a list reported for the selected checks. */
interface ListedCounts {
  scope: string
  counts: StateCounts
  /** Milliseconds since 1970. */
  answered: number
}

/**
 * Chooses between known and reported counts. The counts decide which list is shown, so an older answer of another
 * list must not replace a newer one: the lists would alternate forever.
 */
function newerOf(known: ListedCounts | undefined, reported: ListedCounts): ListedCounts {
  if (known?.scope !== reported.scope) return reported
  return reported.answered <= known.answered || sameCounts(known.counts, reported.counts) ? known : reported
}

function sameCounts(left: StateCounts, right: StateCounts): boolean {
  return (
    left.healthy === right.healthy && left.unhealthy === right.unhealthy && left.unknown === right.unknown
  )
}

/** Counts of the selected checks by health. */
function Counters({ counts }: { counts: StateCounts }): ReactNode {
  return (
    <span role="group" aria-label="Checks by health">
      <HealthCounts counts={counts} />
    </span>
  )
}
