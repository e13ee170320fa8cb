import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../shortcuts/shortcuts-provider.tsx'
import { scrollParent } from '../utilities/scroll-parent.ts'
import { columnsThatFit, GAP, nextItem } from './place.ts'

/** Rows beyond each edge of the visible part that are rendered. Source: SHELL-025. */
const OVERSCAN = 10
/** Items up to which all are rendered, so that the search of the browser finds each. */
const ALL_UP_TO = 100

/** Props of a grid. */
export interface VirtualGridProps<Item> {
  /** What the items are, for people who don't see them. */
  label: string
  items: readonly Item[]
  idOf: (item: Item, index: number) => string
  /** About the width of a column in CSS pixels; columns share the width of the grid. */
  width: number
  /** The greatest width of a column in CSS pixels. */
  widest: number
  /** Height of an item in CSS pixels before it is measured. */
  estimate: number
  /** Place of the item that gets the focus when the grid appears, if it is rendered then. */
  focusAt?: number | undefined
  /** Selects the element of an item that gets the focus; render it with a tabIndex of -1. */
  focusable: string
  renderItem: (item: Item) => ReactNode
  /** Hears of the first and the last item that are rendered, if not all are. */
  onShown?: ((first: number, last: number) => void) | undefined
}

/**
 * Items in columns of about a width. Of many, only those near the visible part are elements. It is one stop of the Tab
 * key; the arrow keys, Home and End reach every item.
 */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>): ReactNode {
  const { items, width, focusable } = props
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ scroller: Element; available: number; margin: number }>()
  const [active, setActive] = useState(props.focusAt ?? 0)
  /** Item that gets the focus as soon as it is rendered. */
  const wanted = useRef(items.length <= ALL_UP_TO ? props.focusAt : undefined)
  const attach = useCallback((element: HTMLDivElement | null) => {
    list.current = element
    if (element === null) return undefined
    const measure = () => {
      const scroller = scrollParent(element)
      const margin =
        element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      setPlace((known) =>
        known?.available === element.clientWidth && Math.abs(known.margin - margin) < 1
          ? known
          : { scroller, available: element.clientWidth, margin },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const columns = columnsThatFit(place?.available ?? 0, width)
  const rows = Math.ceil(items.length / columns)
  const isVirtual = items.length > ALL_UP_TO
  const current = Math.min(active, items.length - 1)
  // The result changes as the list scrolls, so this component must not be memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count: isVirtual && place !== undefined ? rows : 0,
    getScrollElement: () => place?.scroller ?? null,
    estimateSize: () => props.estimate,
    overscan: Math.max(2, Math.ceil(OVERSCAN / columns)),
    gap: GAP,
    scrollMargin: place?.margin ?? 0,
  })

  const shown = isVirtual ? virtualizer.getVirtualItems() : []
  const [first, last] = [shown.at(0)?.index, shown.at(-1)?.index]
  const { onShown } = props
  useEffect(() => {
    if (first !== undefined && last !== undefined)
      onShown?.(first * columns, Math.min((last + 1) * columns, items.length) - 1)
  }, [onShown, first, last, columns, items.length])

  function focusItem(index: number): boolean {
    const element = list.current?.querySelector<HTMLElement>(`[data-item="${index}"] ${focusable}`)
    element?.focus()
    return element !== null && element !== undefined
  }
  function move(index: number): void {
    setActive(index)
    if (focusItem(index)) return
    wanted.current = index
    virtualizer.scrollToIndex(Math.floor(index / columns))
  }
  useEffect(() => {
    // The element of the current item is the one that Tab reaches.
    for (const element of list.current?.querySelectorAll<HTMLElement>(focusable) ?? []) {
      const index = Number(element.closest('[data-item]')?.getAttribute('data-item'))
      element.tabIndex = index === current ? 0 : -1
    }
    if (wanted.current !== undefined && focusItem(wanted.current)) wanted.current = undefined
  })
  const step = (by: 1 | -1) => {
    // From outside, the focus goes to the item that had it last.
    const isInside = list.current?.contains(document.activeElement) === true
    move(isInside ? Math.min(Math.max(current + by, 0), items.length - 1) : Math.max(current, 0))
  }
  useShortcuts([
    { keys: 'j', label: 'Next', group: 'Lists', perform: () => step(1) },
    { keys: 'k', label: 'Previous', group: 'Lists', perform: () => step(-1) },
  ])

  function onKeyDown(event: KeyboardEvent): void {
    const inside = event.target instanceof Element && event.target.matches(focusable)
    if (!inside || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = nextItem(event.key, current, columns, items.length)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(to)
  }

  const template = `repeat(${columns}, minmax(0, ${props.widest}px))`
  const cell = (item: Item, index: number) => (
    <div
      key={props.idOf(item, index)}
      role="listitem"
      data-item={index}
      aria-posinset={index + 1}
      aria-setsize={items.length}
      className="min-w-0"
    >
      {props.renderItem(item)}
    </div>
  )
  return (
    // The list only moves the focus between its own links. A list element would have to contain its items directly, but virtual rows lie between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={attach}
      role="list"
      aria-label={props.label}
      onFocus={(event) => {
        const index = event.target.closest('[data-item]')?.getAttribute('data-item')
        if (event.target.matches(focusable) && index !== null && index !== undefined) setActive(Number(index))
      }}
      onKeyDown={onKeyDown}
      className={isVirtual ? 'relative' : 'grid items-start'}
      style={isVirtual ? { height: virtualizer.getTotalSize() } : { gridTemplateColumns: template, gap: GAP }}
    >
      {isVirtual
        ? shown.map((row) => (
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              className="absolute inset-x-0 grid items-start"
              style={{ top: row.start - (place?.margin ?? 0), gridTemplateColumns: template, gap: GAP }}
            >
              {items
                .slice(row.index * columns, (row.index + 1) * columns)
                .map((item, offset) => cell(item, row.index * columns + offset))}
            </div>
          ))
        : items.map(cell)}
    </div>
  )
}
