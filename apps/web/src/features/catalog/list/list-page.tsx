import { activeFilters, Button, buttonClass, FilterBar, Notice, PlainLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { useSession } from '../../../application/session/session.ts'
import { SavedViews } from '../../../application/resource/saved-views/saved-views.tsx'
import { CatalogFrame } from '../catalog-frame.tsx'
import { NEW_ITEM_PATH } from '../paths.ts'
import { archivedPreference, preferenceOf } from '../preference.ts'
import { Preferences } from '../preferences.tsx'
import type { ConfigRow } from '../rows.ts'
import { ConfigTable, requestOf } from './config-table.tsx'
import { catalogControls } from './controls.ts'
import { catalogFilters, isSummary, noFilters } from './filters.ts'
import { ExportMenu } from './export-menu.tsx'
import { loadItemOffers, lookupQuery, pairsQuery, peopleFacetsQuery } from './queries.ts'
import { itemProblem } from './query-problem.ts'
import { SummaryTable } from './summary-table.tsx'

const none: readonly never[] = []
const nobody = { owners: none, fields: none }

/** The catalog: everything that is run, counted by type, or listed for a type or a search. */
export function CatalogListPage(): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  const filters = useFilters(catalogFilters)
  // Above the list, which leaves the page while its items are counted.
  const [compared, setCompared] = useState<ConfigRow>()
  const { values, set } = filters
  const deleted = preferenceOf('areDeletedConfigsHidden', values.hideDeleted, (hideDeleted) =>
    set({ hideDeleted, pageIndex: 0 }),
  )
  const archived = archivedPreference(values.archived, (named) => set({ archived: named, pageIndex: 0 }))
  const types = useQuery(lookupQuery('types')).data ?? none
  const statuses = useQuery(lookupQuery('statuses')).data ?? none
  const labels = useQuery(pairsQuery('labels')).data ?? none
  const tags = useQuery(pairsQuery('tags')).data ?? none
  const { owners, fields } = useQuery(peopleFacetsQuery).data ?? nobody
  const controls = catalogControls(filters, { types, statuses, labels, tags, owners, fields })
  const clear = () => set(noFilters)
  const shown = { hideDeleted: deleted.value, showArchived: archived.value }
  const common = { filters, ...shown, onClear: clear }
  return (
    <CatalogFrame
      tab="catalog"
      actions={
        mayWrite && (
          <PlainLink href={NEW_ITEM_PATH} className={buttonClass({})}>
            <Plus aria-hidden="true" className="size-3.5" />
            New item
          </PlainLink>
        )
      }
    >
      <FilterBar
        search={{
          value: values.search,
          onSearch: (search) => set({ search, pageIndex: 0 }),
          label: 'Search for configs',
          placeholder: 'Search for configs',
          offersAt: loadItemOffers,
          problemOf: itemProblem,
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
      {compared !== undefined && (
        <Notice kind="information" actions={<Button onClick={() => setCompared(undefined)}>Cancel</Button>}>
          {`Choose Compare in the row of another item to compare ${compared.name} with. Search, filters and pages may change meanwhile.`}
        </Notice>
      )}
      {isSummary(values) ? (
        <SummaryTable {...common} narrowed={activeFilters(controls).length > 0} />
      ) : (
        <ConfigTable {...common} compared={compared} onCompared={setCompared} />
      )}
    </CatalogFrame>
  )
}
