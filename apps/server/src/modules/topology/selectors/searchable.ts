import { isUuid } from '@binnacle/contract/core'
import { parseLabelSelector, type ResourceSelector as SearchSelector } from '@binnacle/contract/search'
import type { ResourceSelector } from '../component-tree.ts'

/** A selector as searches of catalog items and checks know it. */
export type Searchable = SearchSelector & { scope?: string }

const isReadable = (text: string | undefined) => text === undefined || parseLabelSelector(text).ok

/**
 * Makes a selector of a component one for a search of catalog items or checks.
 * @returns none where it cannot select anything: its id is no id, its labels cannot be read, or it names fields that only
 * components have. A part that was passed over would make it select too much
 */
export function searchable(selector: ResourceSelector): Searchable[] {
  const { fieldSelector, types, statuses, ...rest } = selector
  if (fieldSelector !== undefined && fieldSelector !== '') return []
  if (rest.id !== undefined && rest.id !== '' && !isUuid(rest.id)) return []
  if (!isReadable(rest.labelSelector) || !isReadable(rest.tagSelector)) return []
  return [
    {
      ...rest,
      ...(types === undefined ? {} : { types: [...types] }),
      ...(statuses === undefined ? {} : { statuses: [...statuses] }),
    },
  ]
}
