import type { TopologyAnswer, TopologyComponent } from '@binnacle/contract/topology'
import { useNow } from '@binnacle/ui'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Filters } from '../../application/address/use-filters.ts'
import { PAGE_SIZE, pastTime, type TopologyValues } from './filters.ts'
import { type Sort, sortOf, storeSort } from './sort.ts'
import { readShowHidden, storeShowHidden } from './preferences.ts'
import { treeQuery } from './queries.ts'

/** Said when the server answers more than one component for an id. Source: TOP-012. */
export const MULTIPLE = 'Response has multiple components for the id.'

/** The tree of a page. */
export interface Tree {
  answer: ReturnType<typeof useTreeAnswer>
  /** The component of the page; undefined on the page of all, until it is loaded, and if missing. */
  root: TopologyComponent | undefined
  /**
   * The components that are shown as cards: those below the root, or the root itself if nothing is below it. Undefined stands
   * for one that is not loaded yet.
   */
  cards: readonly (TopologyComponent | undefined)[]
  /** Loads the cards from the first to the last place, and lets go of the others. */
  onShown: (first: number, last: number) => void
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
): Pick<Tree, 'root' | 'fault'> & { cards: readonly TopologyComponent[] } {
  if (id === undefined) return { root: undefined, cards: components, fault: undefined }
  if (components.length > 1) return { root: undefined, cards: none, fault: MULTIPLE }
  const [root] = components
  if (root === undefined) return { root, cards: none, fault: undefined }
  return { root, cards: root.components.length > 0 ? root.components : components, fault: undefined }
}

/** The components of a part of a list. */
const listOf = (id: string | undefined, { components }: TopologyAnswer): readonly TopologyComponent[] =>
  id === undefined ? components : (components[0]?.components ?? none)

/**
 * Puts the parts of a list together. Undefined stands for what is not loaded, and for one that a part answered later shows
 * again, because it moved in between.
 */
export function joinPages(
  first: readonly TopologyComponent[],
  total: number,
  others: readonly { page: number; list: readonly TopologyComponent[] }[],
): readonly (TopologyComponent | undefined)[] {
  if (first.length >= total) return first
  const cards = Array.from<TopologyComponent | undefined>({ length: total })
  const seen = new Set<string>()
  for (const { page, list } of [{ page: 0, list: first }, ...others])
    for (const [place, component] of list.entries()) {
      const at = page * PAGE_SIZE + place
      if (at >= total || seen.has(component.id)) continue
      seen.add(component.id)
      cards[at] = component
    }
  return cards
}

/** The parts of a list, without the first, that contain the places from the first to the last. */
function useShownPages() {
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const onShown = useCallback((first: number, last: number) => {
    const [from, to] = [Math.floor(first / PAGE_SIZE), Math.floor(last / PAGE_SIZE)]
    setRange((known) => (known[0] === from && known[1] === to ? known : [from, to]))
  }, [])
  const pages = useMemo(() => {
    const [from, to] = range
    return Array.from({ length: to - from + 1 }, (_, place) => from + place).filter((page) => page > 0)
  }, [range])
  return { pages, onShown }
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
  const { pages, onShown } = useShownPages()
  const request = { id, values, sort, showHidden, at }
  const answer = useTreeAnswer({ ...request, page: 0 })
  const { components, total = 0 } = answer.data ?? {}
  const picked = useMemo(() => pickCards(id, components ?? none), [id, components])
  const others = useQueries({
    queries: pages
      .filter((page) => page * PAGE_SIZE < total)
      .map((page) => ({ ...treeQuery({ ...request, page }), meta: { quiet: true } })),
    combine: useCallback(
      (results: readonly { data: TopologyAnswer | undefined }[]) =>
        results.flatMap(({ data }, place) => {
          const page = pages[place]
          return data === undefined || page === undefined ? [] : [{ page, list: listOf(id, data) }]
        }),
      [id, pages],
    ),
  })
  const cards = useMemo(() => joinPages(picked.cards, total, others), [picked, total, others])
  return {
    answer,
    ...picked,
    cards,
    onShown,
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
