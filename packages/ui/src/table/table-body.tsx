import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useShortcuts } from '../shortcuts/shortcuts-provider.tsx'
import type { GroupSetup } from './group-row.tsx'
import type { Line } from './line.ts'
import { createRowFocus, RowFocusContext } from './row-focus.ts'
import { AllLines, TableLine } from './table-line.tsx'
import type { RowSetup } from './table-row.tsx'
import { virtualRows } from './virtual-rows.ts'

// Few tables are long enough to need virtual rows, so load them on demand.
const VirtualLines = lazy(async () => {
  const { VirtualLines: component } = await import('./virtual-lines.tsx')
  return { default: component }
})

/** Number of lines by which each key moves. */
const steps: ReadonlyMap<string, number> = new Map([
  ['j', 1],
  ['ArrowDown', 1],
  ['k', -1],
  ['ArrowUp', -1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** The lines of a table, with keyboard navigation. */
export function TableBody<Row, Group>(props: {
  lines: readonly Line<Row, Group>[]
  setup: RowSetup<Row, Group>
  groups: GroupSetup<Group> | undefined
  /** Whether j and k work while the focus is elsewhere on the page. */
  shortcuts: boolean
  /** Called at the end of lines that are virtual. */
  onEnd?: (() => void) | undefined
}): ReactNode {
  const { lines, setup, groups } = props
  const [focus] = useState(createRowFocus)
  const selected = lines.find((line) => line.id === setup.selectedId)
  const entry = (selected ?? lines[0])?.id
  useEffect(() => {
    const active = focus.active()
    if (active !== undefined && !lines.some((line) => line.id === active)) focus.note(undefined)
  }, [focus, lines])

  function move(step: number, inside: boolean): void {
    const from = lines.findIndex((line) => line.id === (focus.active() ?? entry))
    // From elsewhere on the page, the first press focuses the line that last had the focus.
    const to = inside ? Math.min(Math.max(from + step, 0), lines.length - 1) : Math.max(from, 0)
    const line = lines[to]
    if (line !== undefined) focus.request(line.id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps.get(event.key)
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(step, true)
  }

  useShortcuts(
    props.shortcuts
      ? [
          { keys: 'j', label: 'Next row', group: 'Lists', perform: () => move(1, false) },
          { keys: 'k', label: 'Previous row', group: 'Lists', perform: () => move(-1, false) },
        ]
      : [],
  )

  const shared = { lines, setup, groups }
  return (
    <RowFocusContext value={{ focus, entry, onKeyDown }}>
      {lines.length > virtualRows.above ? (
        <Suspense fallback={<AllLines {...shared} lines={lines.slice(0, virtualRows.above)} />}>
          <VirtualLines
            ids={lines.map((line) => line.id)}
            focus={focus}
            onEnd={props.onEnd}
            renderLine={(index, place) => {
              const line = lines[index]
              return line === undefined ? null : (
                <TableLine line={line} setup={setup} groups={groups} place={place} />
              )
            }}
          />
        </Suspense>
      ) : (
        <AllLines {...shared} />
      )}
    </RowFocusContext>
  )
}
