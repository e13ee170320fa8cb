import {
  ALL,
  type ChoiceControl,
  readTimeRange,
  simpleRange,
  TimeRangePicker,
  writeTimeRange,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { ListPage } from '../../application/resource/list-page.tsx'
import { eventColumns } from './columns.tsx'
import { EventTools } from './event-tools.tsx'
import { ExportButton } from './export-button.tsx'
import { eventSortColumns } from './event-list.ts'
import { auditFilters } from './filters.ts'
import { eventListQuery, eventSearch, eventValuesQuery } from './queries.ts'
import { actionLabel, resourceLabel } from './words.ts'

const EventDrawer = lazy(async () => {
  const { EventDrawer: component } = await import('./event-drawer.tsx')
  return { default: component }
})

/** Default time range. */
const usualRange = simpleRange('1w') ?? ({ type: 'relative', range: 'now-1w', display: '1w' } as const)

/** A filter for one of the values that the log has, or the one that the address names. */
function valueFilter(setup: {
  id: string
  label: string
  value: string | undefined
  values: readonly string[]
  labelOf: (value: string) => string
  onChange: (value: string | undefined) => void
}): ChoiceControl {
  const { id, label, value = ALL, values, labelOf } = setup
  const offered = value === ALL || values.includes(value) ? values : [...values, value]
  return {
    kind: 'choice',
    id,
    label,
    value,
    neutral: ALL,
    options: [
      { value: ALL, label: 'All' },
      ...offered.map((option) => ({ value: option, label: labelOf(option) })),
    ],
    onChange: (chosen) => setup.onChange(chosen === ALL ? undefined : chosen),
  }
}

/** Who did what, when and from where. */
export function AuditPage(): ReactNode {
  const { values, set, href } = useFilters(auditFilters)
  const { timeRange, from, to, event, pageIndex, pageSize, sortBy: _sortBy, sortOrder, ...filters } = values
  const { person, action, resource, address, query } = filters
  const range = useMemo(() => readTimeRange({ timeRange, from, to }) ?? usualRange, [timeRange, from, to])
  const wanted = { range, query, person, action, resource, address }
  const list = useQuery(eventListQuery({ ...wanted, sortOrder, pageIndex, pageSize }))
  const known = useQuery(eventValuesQuery)
  const noFilters = { person: undefined, action: undefined, resource: undefined, address: undefined }

  return (
    <>
      <ListPage
        title="Audit Log"
        things="events"
        searchPlaceholder="Search by who, what or where"
        search={eventSearch}
        list={list}
        values={values}
        set={set}
        sortColumns={eventSortColumns}
        columns={eventColumns}
        rowId={(row) => row.id}
        rowHref={(row) => href({ event: row.id })}
        selectedId={event}
        filters={[
          valueFilter({
            id: 'action',
            label: 'Action',
            value: action,
            values: known.data?.actions ?? [],
            labelOf: actionLabel,
            onChange: (value) => set({ action: value, pageIndex: 0 }),
          }),
          valueFilter({
            id: 'resource',
            label: 'Kind',
            value: resource,
            values: known.data?.resources ?? [],
            labelOf: resourceLabel,
            onChange: (value) => set({ resource: value, pageIndex: 0 }),
          }),
        ]}
        tools={{
          active: person !== undefined || address !== undefined,
          controls: <EventTools person={person} address={address} set={set} />,
        }}
        actions={
          <>
            <TimeRangePicker
              presets="simple"
              align="end"
              value={range}
              onChange={(chosen) => set({ ...writeTimeRange(chosen), pageIndex: 0 })}
            />
            <ExportButton wanted={wanted} />
          </>
        }
        onClear={() => set({ ...noFilters, query: '', pageIndex: 0 })}
        empty={{
          title: 'No events in this time range',
          icon: <ScrollText strokeWidth={1.5} />,
          text: 'Changes, sign-ins, refusals and exports are listed here. Choose a longer time range to see earlier ones.',
        }}
      />
      <Suspense>
        {event !== undefined && (
          <EventDrawer
            key={event}
            id={event}
            href={(changes) => href({ ...noFilters, query: '', pageIndex: 0, event: undefined, ...changes })}
            onClose={() => set({ event: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}
