import type { ReactNode } from 'react'
import { GroupRow, type GroupSetup } from './group-row.tsx'
import type { Line } from './line.ts'
import { type LinePlace, type RowSetup, TableRow } from './table-row.tsx'

/** Props of every component that renders lines. */
export interface LinesProps<Row, Group> {
  lines: readonly Line<Row, Group>[]
  setup: RowSetup<Row, Group>
  groups: GroupSetup<Group> | undefined
}

/** A row or the heading of a group. */
export function TableLine<Row, Group>(props: {
  line: Line<Row, Group>
  setup: RowSetup<Row, Group>
  groups: GroupSetup<Group> | undefined
  place?: LinePlace
}): ReactNode {
  const { line, setup, groups, place } = props
  if (line.kind === 'row') return <TableRow id={line.id} row={line.row} setup={setup} place={place} />
  if (groups === undefined) return null
  return <GroupRow id={line.id} group={line.group} setup={setup} groups={groups} place={place} />
}

/** Renders all lines, for short tables. */
export function AllLines<Row, Group>(props: LinesProps<Row, Group>): ReactNode {
  return (
    <tbody className="block">
      {props.lines.map((line) => (
        <TableLine key={line.id} line={line} setup={props.setup} groups={props.groups} />
      ))}
    </tbody>
  )
}
