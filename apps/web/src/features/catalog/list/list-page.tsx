import { activeFilters, FilterBar } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { SavedViews } from '../../../application/resource/saved-views/saved-views.tsx'
import { CatalogFrame } from '../catalog-frame.tsx'
import { preferenceOf } from '../preference.ts'
import { Preferences } from '../preferences.tsx'
import { ConfigTable, requestOf } from './config-table.tsx'
import { catalogControls } from './controls.ts'
import { catalogFilters, isSummary, noFilters } from './filters.ts'
import { ExportMenu } from './export-menu.tsx'
import { loadItemOffers, lookupQuery, pairsQuery } from './queries.ts'
import { SummaryTable } from './summary-table.tsx'

const none: readonly never[] = []

/** The catalog: everything that is run, counted by type, or listed for a type or a search. */
export function CatalogListPage(): ReactNode {
  const filters = useFilters(catalogFilters)
  const { values, set } = filters
  const deleted = preferenceOf('areDeletedConfigsHidden', values.hideDeleted, (hideDeleted) =>
    set({ hideDeleted, pageIndex: 0 }),
  )
  const archived = preferenceOf(
    'show-archived',
    values.archived,
    (named) => set({ archived: named, pageIndex: 0 }),
    false,
  )
  const types = useQuery(lookupQuery('types')).data ?? none
  const statuses = useQuery(lookupQuery('statuses')).data ?? none
  const labels = useQuery(pairsQuery('labels')).data ?? none
  const tags = useQuery(pairsQuery('tags')).data ?? none
  const controls = catalogControls(filters, { types, statuses, labels, tags })
  const clear = () => set(noFilters)
  const shown = { hideDeleted: deleted.value, showArchived: archived.value }
  const common = { filters, ...shown, onClear: clear }
  return (
    <CatalogFrame tab="catalog">
      <FilterBar
        search={{
          value: values.search,
          onSearch: (search) => set({ search, pageIndex: 0 }),
          label: 'Search for configs',
          placeholder: 'Search for configs',
          offersAt: loadItemOffers,
        }}
        secondSearch={{
          value: values.words,
          onSearch: (words) => set({ words, pageIndex: 0 }),
          label: 'Text in documents',
          placeholder: 'Text in documents',
        }}
        filters={controls}
        onClearAll={clear}
      >
        <SavedViews list="catalog" />
        {!isSummary(values) && <ExportMenu wanted={requestOf(values, shown)} />}
        <Preferences
          label="Hide Deleted Catalog"
          preference={deleted}
          more={[{ label: 'Show archived', preference: archived }]}
        />
      </FilterBar>
      {isSummary(values) ? (
        <SummaryTable {...common} narrowed={activeFilters(controls).length > 0} />
      ) : (
        <ConfigTable {...common} />
      )}
    </CatalogFrame>
  )
}
