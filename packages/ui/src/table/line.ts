/** One line of a table: a row, or the heading of the group whose rows follow. */
export type Line<Row, Group> =
  | { kind: 'row'; id: string; row: Row }
  | { kind: 'group'; id: string; group: Group }

/** Assignment of rows to groups. */
export interface Grouping<Row, Group> {
  /** Headings in the order of their rows. A collapsed group has only a heading. */
  groups: readonly Group[]
  groupId: (group: Group) => string
  groupOf: (row: Row) => string
}

/**
 * Inserts each group's heading before its rows. Rows without a heading come last, so that no row of the server is
 * hidden.
 */
export function buildLines<Row, Group>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  grouping: Grouping<Row, Group> | undefined,
): readonly Line<Row, Group>[] {
  const lineOf = (row: Row): Line<Row, Group> => ({ kind: 'row', id: rowId(row), row })
  if (grouping === undefined || grouping.groups.length === 0) return rows.map(lineOf)
  const members = Map.groupBy(rows, grouping.groupOf)
  const lines = grouping.groups.flatMap((group): Line<Row, Group>[] => {
    const id = grouping.groupId(group)
    const own = members.get(id) ?? []
    members.delete(id)
    return [{ kind: 'group', id, group }, ...own.map(lineOf)]
  })
  return [...lines, ...[...members.values()].flat().map(lineOf)]
}
