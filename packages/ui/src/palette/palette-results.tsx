import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { usePaletteLink } from './palette-frame.tsx'
import { PaletteList } from './palette-list.tsx'
import { readRecent, rememberRecent } from './recent.ts'
import { type PaletteItem, searchItems } from './search-items.ts'

/** Props of the palette's list. */
export interface PaletteResultsProps {
  /** All searchable items. Add items that the server found for the query with `found`. */
  items: readonly PaletteItem[]
  /** Whether an answer of the server is awaited. */
  loading?: boolean
  /** Storage key of the recent choices. */
  recentKey?: string
}

/** Searches pages, things and actions by the query of the surrounding frame. */
export function PaletteResults(props: PaletteResultsProps): ReactNode {
  const recentKey = props.recentKey ?? 'binnacle.palette.recent'
  const { query, listId, attach, describe, close } = usePaletteLink()
  const [chosen, setChosen] = useState({ query, index: 0 })
  const [recent] = useState(() => readRecent(recentKey))
  // Defer the list, so that typing stays fast with thousands of items.
  const wanted = useDeferredValue(query)
  const groups = useMemo(() => searchItems(props.items, wanted, recent), [props.items, wanted, recent])
  const count = groups.reduce((sum, group) => sum + group.matches.length, 0)
  // Each new query selects its best match.
  const active = Math.min(chosen.query === query ? chosen.index : 0, count - 1)
  const setActive = (index: number) => setChosen({ query, index })

  function choose(item: PaletteItem): void {
    rememberRecent(recentKey, item.id)
    close()
    item.perform()
  }

  function chooseActive(): void {
    // The list may lag behind the field, but Enter applies to the current query.
    const now = wanted === query ? groups : searchItems(props.items, query, recent)
    const match = now.flatMap((group) => group.matches)[active]
    if (match !== undefined) choose(match.item)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setActive((active + step + count) % count)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      chooseActive()
    }
  })
  const chooseNow = useEffectEvent(chooseActive)
  useEffect(() => attach({ onKeyDown: (event) => onKeyDown(event), choose: () => chooseNow() }), [attach])

  const loading = props.loading === true
  useLayoutEffect(
    () => describe({ active: active < 0 ? undefined : active, loading }),
    [describe, active, loading],
  )
  return (
    <PaletteList
      id={listId}
      groups={groups}
      active={active}
      loading={loading}
      onPoint={setActive}
      onChoose={choose}
    />
  )
}
