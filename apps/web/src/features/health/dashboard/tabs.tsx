import type { CheckFacets } from '@binnacle/contract/health'
import { ALL, Tabs } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import type { DashboardValues } from './filters.ts'

/** The checks split by namespace, agent or a label: All first, then the rest in alphabetical order. */
export function DashboardTabs(props: {
  dashboard: Filters<DashboardValues>
  facets: CheckFacets | undefined
}): ReactNode {
  const { values, set } = props.dashboard
  const found = props.facets?.tabs ?? []
  const chosen = values.tab
  const known = chosen === undefined || found.some(({ value }) => value === chosen)
  return (
    <Tabs
      label="Tabs of checks"
      tabs={[
        { id: ALL, label: 'All' },
        ...found.map(({ value, count }) => ({ id: value, label: value, count })),
        // A tab that an address names stays in sight even where no check is in it.
        ...(known ? [] : [{ id: chosen, label: chosen }]),
      ]}
      value={chosen ?? ALL}
      onChange={(tab) => set({ tab: tab === ALL ? undefined : tab, pageIndex: 0 })}
    />
  )
}
