import {
  activeFilters,
  Button,
  EmptyState,
  FilterBar,
  FilteredEmptyState,
  Notice,
  SegmentedControl,
  Skeleton,
  Switch,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Network, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LoadFailure, tableError } from '../../../application/pages/load-failure.tsx'
import { preferenceOf } from '../preference.ts'
import { Preferences } from '../preferences.tsx'
import { ComponentLinks } from './component-links.tsx'
import { relationshipFilters, withIncoming } from './filters.ts'
import { filterRelated, relatedQuery } from './queries.ts'
import { RelatedTable } from './related-table.tsx'
import { useRelatedControls } from './use-related.ts'
import type { ItemSubject } from '../../../application/slots/types.ts'

const loadGraph = () => import('./relationship-graph.tsx')
/** The graph and its library load when somebody wants to see it. */
const RelationshipGraph = lazy(async () => {
  const { RelationshipGraph: component } = await loadGraph()
  return { default: component }
})

const views = [
  { value: 'table', label: 'Table', icon: <Table2 /> },
  { value: 'graph', label: 'Graph', icon: <Network /> },
] as const

const none: readonly never[] = []

/** What an item depends on, and what depends on it, as a table or a graph. Source: REL-001. */
export function ConfigRelationships({ subject: { id } }: { subject: ItemSubject }): ReactNode {
  const filters = useFilters(relationshipFilters)
  const { values, set } = filters
  const preference = preferenceOf('hide-deleted-related', values.hideDeleted, (hideDeleted) =>
    set({ hideDeleted }),
  )
  const related = useQuery(relatedQuery(id, values, preference.value))
  const controls = useRelatedControls(filters)
  const isGraph = values.view === 'graph'
  useEffect(() => {
    // Loads while the server answers, instead of afterwards.
    if (isGraph) void loadGraph()
  }, [isGraph])
  const items = useMemo(() => filterRelated(related.data?.items ?? none, values), [related.data, values])
  const clear = () => set({ configTypes: new Map(), status: new Map(), health: new Map() })
  const narrowed = activeFilters(controls).length > 0
  const others = items.filter((item) => item.id !== id).length
  const empty = (
    <EmptyState title="No relationships" icon={<Network strokeWidth={1.5} />}>
      {values.incoming
        ? 'This item has no relationship to another item.'
        : 'This item has no outgoing relationships. Switch on Incoming to see the others.'}
      {values.relation === 'hard' && ' Switch on Soft to see other relationships than containment.'}
    </EmptyState>
  )

  return (
    <>
      <ComponentLinks id={id} />
      <FilterBar filters={controls} onClearAll={clear}>
        <span className="flex flex-wrap items-center gap-2">
          <Switch
            label="Incoming"
            checked={values.incoming}
            onChange={(incoming) => set(withIncoming(incoming))}
          />
          <Switch
            label="Outgoing"
            checked={values.outgoing}
            // Without incoming links, there would be nothing to show.
            disabled={!values.incoming}
            onChange={(outgoing) => set({ outgoing })}
          />
          <Switch
            label="Soft"
            checked={values.relation === 'soft'}
            onChange={(soft) => set({ relation: soft ? 'soft' : 'hard' })}
          />
          <Preferences label="Hide Deleted Catalog" preference={preference} />
          <SegmentedControl
            label="View"
            segments={views}
            value={values.view}
            onChange={(view) => set({ view })}
          />
        </span>
      </FilterBar>
      {related.data?.isCut === true && (
        <Notice
          kind="information"
          actions={
            values.most === '1000' && <Button onClick={() => set({ most: '5000' })}>Show up to 5,000</Button>
          }
        >
          {`There are more. Only the ${Number(values.most).toLocaleString('en')} nearest items are loaded.`}
        </Notice>
      )}
      {values.view === 'table' && (
        <RelatedTable
          id={id}
          items={items}
          loading={related.isPending}
          refreshing={related.isPlaceholderData}
          error={tableError(related)}
          hideDeleted={preference.value}
          isCut={related.data?.isCut === true}
          onClearFilters={narrowed ? clear : undefined}
          empty={empty}
        />
      )}
      {values.view === 'graph' && related.isPending && <Skeleton className="min-h-96 w-full flex-1" />}
      {values.view === 'graph' && related.error !== null && related.data === undefined && (
        <LoadFailure error={related.error} queries={[related]} />
      )}
      {values.view === 'graph' &&
        related.data !== undefined &&
        (others > 0 ? (
          <Suspense fallback={<Skeleton className="min-h-96 w-full flex-1" />}>
            <RelationshipGraph id={id} items={items} filters={filters} />
          </Suspense>
        ) : narrowed ? (
          <FilteredEmptyState onClear={clear} />
        ) : (
          empty
        ))}
    </>
  )
}
