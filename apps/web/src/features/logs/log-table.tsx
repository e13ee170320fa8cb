import type { LogLine } from '@binnacle/contract/logs'
import { classNames, formatFullTime, Spinner, useMediaQuery } from '@binnacle/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { type ColumnSizes, NARROWEST, type SizedColumn, useColumnSizes, WIDEST } from './column-sizes.ts'
import { Highlighted } from './highlight.tsx'
import { levelClass } from './level.ts'

/** Settings of the rows. Source: LOG-009. */
const logRows = { estimate: 62, overscan: 10 } as const
/** Labels that a row shows; the others are in its details. */
const SHOWN_LABELS = 4
/** Pixels left to the bottom at which the next page loads. Source: SHELL-026. */
const AHEAD = 300
/** Pixels that an arrow key moves the edge of a column. */
const STEP = 16

/** Lines by their place in the table. */
export interface LineList {
  count: number
  at: (index: number) => LogLine | undefined
  /** The same for a line at any place of the table. Numbers, because a table of 100,000 lines compares all of them. */
  keyAt: (index: number) => number
}

export interface LogTableProps {
  lines: LineList
  /** Words to mark. */
  words: readonly string[]
  /** Id of the open line. */
  openId: string | undefined
  onOpen: (line: LogLine) => void
  onLabel: (name: string, value: string) => void
  /** Loads further lines; undefined if missing. */
  onEnd: (() => void) | undefined
  isLoading: boolean
  /** Told when the person scrolls away from the newest lines, and back. */
  onTop: (isAtTop: boolean) => void
  /** Changes when the table should show its start. */
  topKey: number
}

/** A table of lines that renders only those near the visible part. */
export function LogTable(props: LogTableProps): ReactNode {
  const { lines, onEnd, onTop, topKey } = props
  const [sizes, setSize] = useColumnSizes()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const scroller = useRef<HTMLDivElement>(null)
  // The result changes as the list scrolls, so this component must not be memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => logRows.estimate,
    overscan: logRows.overscan,
    // The same function for the same lines: another one makes the table compute the places of all lines again.
    getItemKey: lines.keyAt,
  })
  const items = virtualizer.getVirtualItems()
  const below =
    virtualizer.getTotalSize() - (virtualizer.scrollOffset ?? 0) - (virtualizer.scrollRect?.height ?? 0)
  const isNearEnd = below <= AHEAD
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, lines.count, onEnd])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [topKey])
  const columns = isNarrow ? '1fr' : `${sizes.time}px minmax(16rem, 1fr) minmax(8rem, ${sizes.labels}px)`
  const style: CSSProperties & Record<'--log-columns', string> = { '--log-columns': columns }

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step =
      event.key === 'j' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'k' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (step === 0 || !(event.target instanceof HTMLElement)) return
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (row === null) return
    event.preventDefault()
    const next = Number(row.dataset['index']) + step
    if (next < 0 || next >= lines.count) return
    virtualizer.scrollToIndex(next)
    // Lines next to visible ones are rendered. Focus moves at once, so that the next key starts from there.
    scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] [data-open]`)?.focus()
  }

  return (
    <div
      role="table"
      aria-label="Log lines"
      aria-rowcount={lines.count}
      className="flex min-h-64 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-surface"
      style={style}
    >
      {!isNarrow && <Header sizes={sizes} onSize={setSize} />}
      {/* Keys move between the buttons in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        role="rowgroup"
        // A list that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Lines"
        onScroll={(event) => onTop(event.currentTarget.scrollTop < logRows.estimate)}
        onKeyDown={move}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const line = lines.at(item.index)
            return (
              line !== undefined && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-rowindex={item.index + 1}
                  className={classNames(
                    'absolute inset-x-0 grid grid-cols-(--log-columns) gap-x-3 gap-y-0.5 border-b border-line px-3 py-1.5 hover:bg-hover',
                    line.id === props.openId && 'bg-selected',
                  )}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Row line={line} words={props.words} onOpen={props.onOpen} onLabel={props.onLabel} />
                </div>
              )
            )
          })}
        </div>
        {props.isLoading && (
          <p className="flex items-center gap-2 px-3 py-2 text-secondary">
            <Spinner /> Loading lines
          </p>
        )}
      </div>
    </div>
  )
}

type RowProps = Pick<LogTableProps, 'words' | 'onOpen' | 'onLabel'> & { line: LogLine }

/** The cells of a line, which stay as they are while the list moves. */
const Row = memo(function Cells(props: RowProps): ReactNode {
  const { line } = props
  const labels = Object.entries(line.labels)
  const time = shortTime(line.timestamp)
  return (
    <>
      <div role="cell" className="min-w-0">
        <button
          type="button"
          data-open
          aria-label={`Open line of ${time}`}
          onClick={() => props.onOpen(line)}
          className="flex max-w-full items-center gap-2 rounded-small text-left numeric text-secondary hover:text-primary hover:underline"
        >
          <span
            aria-hidden="true"
            className={classNames('h-3.5 w-1 shrink-0 rounded-small', levelClass(line.labels['level']))}
          />
          <span className="truncate">{time}</span>
        </button>
      </div>
      <div
        role="cell"
        className="line-clamp-3 min-w-0 font-mono text-small whitespace-pre-wrap wrap-anywhere"
      >
        <Highlighted text={line.message} words={props.words} />
      </div>
      <div role="cell" className="flex min-w-0 flex-wrap content-start gap-1">
        {labels.slice(0, SHOWN_LABELS).map(([name, value]) => (
          <LabelButton key={name} name={name} value={value} onLabel={props.onLabel} />
        ))}
        {labels.length > SHOWN_LABELS && (
          <button
            type="button"
            className="rounded-small text-small text-secondary hover:underline"
            onClick={() => props.onOpen(line)}
          >
            {`+${labels.length - SHOWN_LABELS} more`}
          </button>
        )}
      </div>
    </>
  )
})

/** A label that filters by its value when it is pressed. */
function LabelButton(props: {
  name: string
  value: string
  onLabel: (name: string, value: string) => void
}): ReactNode {
  const { name, value } = props
  return (
    <button
      type="button"
      title={`${name}=${value}`}
      aria-label={`Show only lines with ${name}=${value}`}
      onClick={() => props.onLabel(name, value)}
      className="max-w-full truncate rounded-small border border-line bg-sunken px-1.5 text-small text-secondary hover:border-line-strong hover:text-primary"
    >
      <span className="text-muted">{name}</span> {value}
    </button>
  )
}

function Header(props: {
  sizes: ColumnSizes
  onSize: (column: SizedColumn, width: number) => void
}): ReactNode {
  const { sizes, onSize } = props
  return (
    <div role="rowgroup" className="overflow-hidden border-b border-line bg-sunken">
      <div
        role="row"
        className="grid grid-cols-(--log-columns) gap-x-3 px-3 py-1.5 text-small font-medium text-secondary"
      >
        <div role="columnheader" className="relative">
          Time
          <Edge
            label="Width of the time column"
            width={sizes.time}
            side="right"
            onSize={(width) => onSize('time', width)}
          />
        </div>
        <div role="columnheader">Message</div>
        <div role="columnheader" className="relative">
          Labels
          <Edge
            label="Width of the labels column"
            width={sizes.labels}
            side="left"
            onSize={(width) => onSize('labels', width)}
          />
        </div>
      </div>
    </div>
  )
}

/** The edge of a column, which changes its width by dragging or with the arrow keys. */
function Edge(props: {
  label: string
  width: number
  side: 'left' | 'right'
  onSize: (width: number) => void
}): ReactNode {
  const { width, side, onSize } = props
  const sign = side === 'right' ? 1 : -1
  const start = useRef<{ x: number; width: number }>(null)
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      className={classNames(
        'absolute inset-y-0 w-3 cursor-col-resize touch-none border-line hover:border-line-strong',
        side === 'right' ? '-right-3 border-r' : '-left-3 border-l',
      )}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onSize(start.current.width + sign * (event.clientX - start.current.x))
      }}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
        if (step === 0) return
        event.preventDefault()
        onSize(width + sign * step)
      }}
    />
  )
}

const SECONDS_END = 19

/** A time with milliseconds, in the reader's zone. */
export function shortTime(timestamp: string): string {
  const milliseconds = String(Date.parse(timestamp) % 1_000).padStart(3, '0')
  return `${formatFullTime(new Date(timestamp)).slice(0, SECONDS_END)}.${milliseconds}`
}
