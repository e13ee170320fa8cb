import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { scrollParent } from '../utilities/scroll-parent.ts'
import type { RowFocus } from './row-focus.ts'
import type { LinePlace } from './table-row.tsx'
import { virtualRows } from './virtual-rows.ts'

/** Renders only the lines near the visible part, and the focused line. */
export function VirtualLines(props: {
  /** Ids of all lines, in order. */
  ids: readonly string[]
  renderLine: (index: number, place: LinePlace) => ReactNode
  focus: RowFocus
  /** Called when the last line is visible. */
  onEnd: (() => void) | undefined
}): ReactNode {
  const { ids, focus, onEnd } = props
  const active = useSyncExternalStore(focus.subscribe, focus.active, focus.active)
  const [place, setPlace] = useState<{ scroller: Element; margin: number }>()
  const attach = useCallback((body: HTMLTableSectionElement | null) => {
    if (body === null) return
    const scroller = scrollParent(body)
    const margin =
      body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    setPlace({ scroller, margin })
  }, [])
  const activeIndex = active === undefined ? -1 : ids.indexOf(active)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      return activeIndex < 0 || indexes.includes(activeIndex)
        ? indexes
        : [...indexes, activeIndex].toSorted((left, right) => left - right)
    },
    [activeIndex],
  )
  // The result changes as the list scrolls, so this component must not be memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    count: ids.length,
    getScrollElement: () => place?.scroller ?? null,
    estimateSize: () => virtualRows.estimate,
    overscan: virtualRows.overscan,
    getItemKey: (index) => ids[index] ?? index,
    scrollMargin: place?.margin ?? 0,
    rangeExtractor,
  })
  const isAtEnd = virtualizer.range?.endIndex === ids.length - 1
  const reachEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (isAtEnd) reachEnd()
  }, [isAtEnd, ids.length])
  return (
    <tbody ref={attach} className="relative block" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <Fragment key={item.key}>
          {props.renderLine(item.index, {
            ref: virtualizer.measureElement,
            index: item.index,
            style: { position: 'absolute', insetInline: 0, top: item.start - (place?.margin ?? 0) },
          })}
        </Fragment>
      ))}
    </tbody>
  )
}
