import { type CatalogFacets, catalogFacets, changeFields } from '@binnacle/contract/catalog'
import { fieldSearch } from '../../../application/query/field-search.ts'
import { queryText } from '../../../application/query/list-search.ts'
import { request } from '../../../application/requests/api.ts'

const facetOf: Readonly<Record<string, (facets: CatalogFacets) => readonly string[]>> = {
  type: ({ changeTypes }) => changeTypes,
  item_type: ({ types }) => types,
}

/** The query language of lists of changes. */
export const changeSearch = fieldSearch(changeFields, async (field, signal) => {
  const valuesOf = facetOf[field]
  if (valuesOf === undefined) return []
  return valuesOf(await request('/api/catalog/facets', catalogFacets, { signal }))
})

/** The text of a search as a query for changes. */
export function changeQuery(text: string): string {
  return queryText(text, changeSearch.problemOf)
}
