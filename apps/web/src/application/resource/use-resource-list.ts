import { ALL, type Href } from '@binnacle/ui'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAddress } from '../address/use-filters.ts'
import type { Resource, RowRequest } from './resource.ts'

/** Loads a page of rows of a resource. */
function rowsQuery<Row extends object, Column extends string>(
  { topic, follows, path, load }: Resource<Row, Column>,
  wanted: RowRequest<Column>,
) {
  return queryOptions({
    queryKey: [topic, 'rows', path, wanted],
    ...(follows !== undefined && { meta: { follows } }),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => load(wanted, signal),
  })
}

/** The rows that the address selects, and how to change the selection. */
export function useResourceList<Row extends object, Column extends string>(resource: Resource<Row, Column>) {
  const { listCodec, filterCodec } = resource
  const address = useAddress()
  const values = listCodec.parse(address.search)
  const filters = filterCodec.parse(address.search)
  const chosen = Object.fromEntries(
    Object.entries(filters).map(([id, value]) => [id, value === ALL ? undefined : value]),
  )
  const rows = useQuery(rowsQuery(resource, { ...values, filters: chosen }))

  /** Changes the URL parameters of the list and its filters. */
  function set(changes: Partial<typeof values>, filtered: Partial<typeof filters> = {}): void {
    const search = listCodec.serialize({ ...values, ...changes }, address.search)
    address.replace(filterCodec.serialize(merged(filters, filtered), search))
  }

  /** Returns the current address with a dialog open. @param id the row to show in it */
  function hrefOfDialog(name: string, id = 'true'): Href {
    const search = new URLSearchParams(address.search)
    search.set(name, id)
    return address.href(search)
  }

  function closeDialog(names: readonly string[]): void {
    const search = new URLSearchParams(address.search)
    for (const name of names) search.delete(name)
    address.replace(search)
  }

  return {
    rows,
    values,
    filters,
    set,
    clear: () => set({ query: '', pageIndex: 0 }, filterCodec.defaults),
    openId: (name: string) => address.search.get(name) ?? undefined,
    hrefOfDialog,
    closeDialog,
  }
}

function merged(values: Record<string, string>, changes: Partial<Record<string, string>>) {
  const given = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...values, ...Object.fromEntries(given) }
}
