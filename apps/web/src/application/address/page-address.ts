import { defineFilters, type FilterCodec } from '@binnacle/ui'

/** Where a page is. Its route and every link to it come from here, so that no address is written twice. */
export interface PageAddress<Path extends `/${string}`, Values extends object> {
  path: Path
  /** Reads and writes the parameters behind the `?`; one that means nothing has its default. */
  search: FilterCodec<Values>
  /** The address as a link has it. @param values the parameters that are not their defaults */
  to: (values?: Partial<Values>) => string
}

/** The same for a page of one thing, whose id is the last part of the path. */
export interface EntryAddress<Path extends `/${string}/$id`, Values extends object> {
  path: Path
  search: FilterCodec<Values>
  /** @param id of the thing */
  to: (id: string, values?: Partial<Values>) => string
}

/** Of a page that has no parameters behind the `?`. */
export const noSearch = defineFilters({})

function withSearch<Values extends object>(
  path: string,
  search: FilterCodec<Values>,
  values: Partial<Values> = {},
): string {
  const parameters = search.serialize({ ...search.defaults, ...values })
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** Declares the address of a page, and its parameters behind the `?`. */
export function pageAddress<const Path extends `/${string}`, Values extends object>(
  path: Path,
  search: FilterCodec<Values>,
): PageAddress<Path, Values> {
  return { path, search, to: (values) => withSearch(path, search, values) }
}

/** Declares the address of the page of one thing, as `/settings/teams/$id`, and its parameters behind the `?`. */
export function entryAddress<const Path extends `/${string}/$id`, Values extends object>(
  path: Path,
  search: FilterCodec<Values>,
): EntryAddress<Path, Values> {
  const folder = path.slice(0, -'$id'.length)
  return {
    path,
    search,
    to: (id, values) => withSearch(`${folder}${encodeURIComponent(id)}`, search, values),
  }
}
