import type { TopologyComponent } from '@binnacle/contract/topology'
import { useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Filters } from '../../application/address/use-filters.ts'
import { pastTime, type TopologyValues } from './filters.ts'
import { type Sort, sortOf, storeSort } from './sort.ts'
import { readShowHidden, storeShowHidden } from './preferences.ts'
import { treeQuery } from './queries.ts'

/** Said when the server answers more than one component for an id. Source: TOP-012. */
export const MULTIPLE = 'Response has multiple components for the id.'

/** The tree of a page. */
export interface Tree {
  answer: ReturnType<typeof useTreeAnswer>
  /** The component of the page; undefined on the page of all, until it is loaded, and if there is none. */
  root: TopologyComponent | undefined
  /** The components that are shown as cards: those below the root, or the root itself if there are none. */
  cards: readonly TopologyComponent[]
  /** What is wrong with the answer. */
  fault: string | undefined
  sort: Sort
  setSort: (sort: Sort) => void
  showHidden: boolean
  setShowHidden: (shown: boolean) => void
  /** The past time that is shown as ISO 8601; undefined for now. */
  at: string | undefined
}

const none: readonly TopologyComponent[] = []

/** Splits the answer into the component of the page and its cards. Source: TOP-012. */
export function pickCards(
  id: string | undefined,
  components: readonly TopologyComponent[],
): Pick<Tree, 'root' | 'cards' | 'fault'> {
  if (id === undefined) return { root: undefined, cards: components, fault: undefined }
  if (components.length > 1) return { root: undefined, cards: none, fault: MULTIPLE }
  const [root] = components
  if (root === undefined) return { root, cards: none, fault: undefined }
  return { root, cards: root.components.length > 0 ? root.components : components, fault: undefined }
}

function useTreeAnswer(request: Parameters<typeof treeQuery>[0]) {
  return useQuery(treeQuery(request))
}

/** Loads the tree of a page, as its address, and what this browser stores, say. */
export function useTree(id: string | undefined, { values, set }: Filters<TopologyValues>): Tree {
  const sort = sortOf({
    sortBy: values.sortBy,
    sortOrder: values.sortOrder === '' ? undefined : values.sortOrder,
  })
  const { showHiddenComponents: named } = values
  const showHidden = named === '' ? readShowHidden() : named === 'yes'
  const at = pastTime(values.at, useNow('minute'))
  const answer = useTreeAnswer({ id, values, sort, showHidden, at })
  const components = answer.data?.components
  const picked = useMemo(() => pickCards(id, components ?? none), [id, components])
  return {
    answer,
    ...picked,
    sort,
    showHidden,
    at,
    setSort(next) {
      storeSort(next)
      // The address names even the default, because another browser may have stored something else.
      set({ sortBy: next.by, sortOrder: next.order })
    },
    setShowHidden(shown) {
      storeShowHidden(shown)
      set({ showHiddenComponents: shown ? 'yes' : 'no' })
    },
  }
}
