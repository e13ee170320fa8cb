import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react'
import { type Href, type RenderLink, useRenderLink } from '../primitives/link.tsx'
import { classNames } from '../utilities/class-names.ts'
import type { ColumnLayout, DataColumn } from './column.ts'
import { useLineFocus } from './row-focus.ts'

/** Position of a line in a virtual table. */
export interface LinePlace {
  ref: Ref<HTMLTableRowElement>
  index: number
  style: CSSProperties
}

/** Props shared by all rows of a table. */
export interface RowSetup<Row, Group> {
  layout: ColumnLayout<DataColumn<Row, Group>>
  template: string
  rowHref: (row: Row) => Href | undefined
  renderLink: RenderLink | undefined
  renderRowActions: ((row: Row) => ReactNode) | undefined
  /** Whether there is a last track that holds no column. */
  trailing: boolean
  selectedId: string | undefined
  grouped: boolean
}

function RowLink(props: {
  id: string
  href: Href | undefined
  selected: boolean
  renderLink: RenderLink | undefined
  children: ReactNode
}): ReactNode {
  const appLink = useRenderLink()
  const focus = useLineFocus(props.id)
  const render = props.renderLink ?? appLink
  const { href } = props
  if (href === undefined)
    return (
      <span {...focus} className="block truncate font-medium">
        {props.children}
      </span>
    )
  return render({
    href,
    ...focus,
    'aria-current': props.selected || undefined,
    className: 'row-link block truncate font-medium',
    children: props.children,
  })
}

/** Passes a press on an element above the row's link, such as an age with a tooltip, to the link. */
function passToLink(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target
  if (event.defaultPrevented || !(target instanceof Element)) return
  // React also delivers events of the row's menu here, although it is elsewhere in the document.
  if (!event.currentTarget.contains(target)) return
  if (target.closest('a, button, input, summary, label') !== null) return
  const apart = event.button === 1
  event.currentTarget.querySelector('a.row-link')?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      // Each platform uses one of the two keys to open a new tab and ignores the other.
      ctrlKey: event.ctrlKey || apart,
      metaKey: event.metaKey || apart,
      shiftKey: event.shiftKey,
    }),
  )
}

/** Values of the columns under the name, on their own line. */
function BelowCell<Row, Group>(props: {
  columns: readonly DataColumn<Row, Group>[]
  row: Row
  indented: boolean
}): ReactNode {
  return (
    <td
      className={classNames(
        'col-span-full flex flex-wrap items-center gap-x-4 gap-y-0.5 pr-cell pb-2 text-small text-secondary',
        props.indented ? 'pl-8' : 'pl-cell',
      )}
    >
      {props.columns
        .filter((column) => column.hasValue?.(props.row) ?? true)
        .map((column) => (
          <span key={column.id} className="inline-flex min-w-0 items-center gap-1">
            <span className="shrink-0 text-muted">{column.header}</span>
            {column.cell(props.row)}
          </span>
        ))}
    </td>
  )
}

/** One row. Its name is a link that covers the whole row. */
export function TableRow<Row, Group>(props: {
  id: string
  row: Row
  setup: RowSetup<Row, Group>
  place: LinePlace | undefined
}): ReactNode {
  const { id, row, setup, place } = props
  const { layout } = setup
  const selected = setup.selectedId === id
  return (
    <tr
      ref={place?.ref}
      data-index={place?.index}
      aria-rowindex={place === undefined ? undefined : place.index + 2}
      data-selected={selected || undefined}
      onClick={passToLink}
      onAuxClick={(event) => event.button === 1 && passToLink(event)}
      className={classNames(
        'data-row grid min-h-row scroll-mt-9 scroll-mb-2 items-center border-b border-line last:border-b-0',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
      style={{ gridTemplateColumns: setup.template, ...place?.style }}
    >
      {layout.columns.map((column, index) =>
        index === 0 ? (
          <th
            key={column.id}
            scope="row"
            className={classNames(
              'min-w-0 text-left font-normal',
              setup.grouped ? 'pr-cell pl-8' : 'px-cell',
              // Touch screens cannot hover over a cut name, so wrap names in a stacked layout. Very long ones are cut after
              // three lines, so that the rows after them stay in sight.
              layout.stacked &&
                'py-2 [&_*]:overflow-visible [&_*]:whitespace-normal [&_*]:wrap-anywhere [&_.truncate]:line-clamp-3',
            )}
          >
            <RowLink id={id} href={setup.rowHref(row)} selected={selected} renderLink={setup.renderLink}>
              {column.cell(row)}
            </RowLink>
          </th>
        ) : (
          <td
            key={column.id}
            className={classNames(
              'min-w-0 truncate px-cell',
              column.numeric === true && 'text-right numeric',
            )}
          >
            {column.cell(row)}
          </td>
        ),
      )}
      {setup.trailing && (
        <td className="flex items-center justify-center" data-above-row={setup.renderRowActions && ''}>
          {setup.renderRowActions?.(row)}
        </td>
      )}
      {layout.below.length > 0 && <BelowCell columns={layout.below} row={row} indented={setup.grouped} />}
    </tr>
  )
}
