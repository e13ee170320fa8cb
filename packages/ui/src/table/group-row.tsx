import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { useLineFocus } from './row-focus.ts'
import type { LinePlace, RowSetup } from './table-row.tsx'

/** How the headings of groups are rendered and folded. */
export interface GroupSetup<Group> {
  groupName: (group: Group) => ReactNode
  collapsed: (group: Group) => boolean
  onToggle: (group: Group) => void
}

/** The heading of a group with its aggregates. It folds the rows below it: → opens, ← closes. */
export function GroupRow<Row, Group>(props: {
  id: string
  group: Group
  setup: RowSetup<Row, Group>
  groups: GroupSetup<Group>
  place: LinePlace | undefined
}): ReactNode {
  const { group, groups, setup, place } = props
  const focus = useLineFocus(props.id)
  const collapsed = groups.collapsed(group)
  function onKeyDown(event: KeyboardEvent): void {
    const wanted = event.key === 'ArrowRight' ? false : event.key === 'ArrowLeft' ? true : collapsed
    if (wanted === collapsed) focus.onKeyDown(event)
    else groups.onToggle(group)
  }
  return (
    <tr
      ref={place?.ref}
      data-index={place?.index}
      aria-rowindex={place === undefined ? undefined : place.index + 2}
      className="data-row grid min-h-row scroll-mt-9 scroll-mb-2 items-center border-b border-line bg-band last:border-b-0"
      style={{ gridTemplateColumns: setup.template, ...place?.style }}
    >
      {setup.layout.columns.map((column, index) =>
        index === 0 ? (
          <th key={column.id} scope="row" className="min-w-0 text-left font-semibold">
            <button
              type="button"
              {...focus}
              aria-expanded={!collapsed}
              onClick={() => groups.onToggle(group)}
              onKeyDown={onKeyDown}
              className="flex min-h-row w-full min-w-0 items-center gap-1.5 pr-cell pl-2 text-left focus-inset"
            >
              <ChevronRight
                aria-hidden="true"
                className={classNames(
                  'size-3.5 shrink-0 text-muted transition-transform duration-100',
                  !collapsed && 'rotate-90',
                )}
              />
              <span className="min-w-0 truncate">{groups.groupName(group)}</span>
            </button>
          </th>
        ) : (
          <td
            key={column.id}
            className={classNames(
              'min-w-0 truncate px-cell',
              column.numeric === true && 'text-right numeric',
            )}
          >
            {column.groupCell?.(group)}
          </td>
        ),
      )}
      {setup.trailing && <td>{null}</td>}
    </tr>
  )
}
