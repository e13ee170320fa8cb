import { EmptyState, PageHeader, SearchField, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { SavedViews } from '../../application/resource/saved-views/saved-views.tsx'
import { useSession } from '../../application/session/session.ts'
import { logsFilters } from './filters.ts'
import { Lines } from './lines.tsx'
import { NEW_BACKEND_PATH } from './paths.ts'
import { PlaceControls } from './place-controls.tsx'
import { type LogPlace, placesQuery } from './queries.ts'

/** Milliseconds after the last keystroke before a query is used. Source: LOG-003. */
const QUERY_DELAY = 500
/** An open line belongs to no saved view. */
const passing = ['line']

const none: readonly never[] = []

/** The logs of one component, or of a log backend. */
export function LogsPage(): ReactNode {
  const { values, set } = useFilters(logsFilters)
  const { topologyId, backend, query } = values
  const [search, setSearch] = useState('')
  const places = useQuery(placesQuery(search, topologyId))
  const component = places.data?.component ?? undefined
  const selectors: readonly string[] = component?.selectors ?? none
  const named = values.logsSelector
  // The first selector is chosen where the address names none that the component has.
  const selector = named !== undefined && selectors.includes(named) ? named : selectors[0]
  const place = useMemo<LogPlace | undefined>(() => {
    if (topologyId !== undefined)
      return selector === undefined ? undefined : { id: topologyId, name: selector }
    return backend === undefined ? undefined : { backend }
  }, [topologyId, selector, backend])
  const backendName = places.data?.backends.find(({ id }) => id === backend)?.name
  const name = component?.name ?? (topologyId === undefined ? backendName : undefined)
  const title = name === undefined ? 'Logs' : `Logs - ${name}`

  return (
    <div className="flex h-full min-h-[36rem] flex-col gap-3 p-3 sm:p-4 lg:p-5">
      <title>{`${title} - Binnacle`}</title>
      <PageHeader title={title} actions={<SavedViews list="logs" passing={passing} plain="None" />} />
      <div className="flex flex-wrap items-end gap-2">
        <PlaceControls
          places={places.data}
          searching={places.isFetching}
          onSearch={setSearch}
          component={topologyId}
          selector={selector}
          backend={backend}
          onComponent={(id) =>
            set({ topologyId: id, logsSelector: undefined, backend: undefined, line: undefined })
          }
          onSelector={(chosen) => set({ logsSelector: chosen, line: undefined })}
          onBackend={(id) => set({ backend: id, line: undefined })}
        />
        <SearchField
          label="Search logs"
          placeholder="Search: words, -without, level=error"
          delay={QUERY_DELAY}
          value={query}
          onSearch={(text) => set({ query: text })}
          className="min-w-40 flex-1 basis-56"
        />
      </div>
      {places.error !== null && <LoadFailure compact error={places.error} queries={[places]} />}
      {place !== undefined ? (
        <Lines key={JSON.stringify(place)} place={place} />
      ) : topologyId !== undefined && places.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : topologyId !== undefined && places.data !== undefined ? (
        <EmptyState title="This component has no logs" icon={<ScrollText strokeWidth={1.5} />}>
          It does not exist any more, or it names no logs. Choose another component.
        </EmptyState>
      ) : (
        <Nowhere />
      )}
    </div>
  )
}

/** Nothing is chosen yet. Source: LOG-010. */
function Nowhere(): ReactNode {
  const mayAdd = useSession().may('write', 'logging_backends')
  return (
    <EmptyState title="Please select a component to view the logs" icon={<ScrollText strokeWidth={1.5} />}>
      Or choose a log backend to see everything that it has.
      {mayAdd && (
        <>
          {' '}
          <TextLink href={NEW_BACKEND_PATH}>Add a log backend</TextLink> for files, the journal, Loki and
          others.
        </>
      )}
    </EmptyState>
  )
}
