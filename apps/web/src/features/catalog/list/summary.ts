import { sumCounts } from '../health.ts'
import { type GroupLevel, levelsOf } from './filters.ts'
import type { SummaryRow } from './queries.ts'

/** The part of a type before `::`, which names its provider. Source: decision 8. */
export function classOf(type: string): string {
  const at = type.indexOf('::')
  return at === -1 ? type : type.slice(0, at)
}

/** A row of the summary with the values of its levels. */
export interface SummaryLine {
  id: string
  /** Text of the innermost level. */
  name: string
  /** Text of the levels above it; empty with a single level. */
  group: string
  row: SummaryRow
  /** The type of its items, or the pattern of their types; undefined where any type is among them. */
  type: string | undefined
  /** Values by level. */
  values: readonly (readonly [GroupLevel, string])[]
}

/** Rows of one outer group, counted together. */
export interface SummaryGroup {
  id: string
  count: number
  health: Readonly<Record<string, number>>
  analysis: Readonly<Record<string, number>>
  changes: number
  cost: number
}

function valueOf(row: SummaryRow, { name }: GroupLevel): string {
  if (name === 'config_class') return classOf(row.type)
  const value = row[name]
  return typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)
}

/** The types of a row, as filters write them. Other groups have one type of many in their row. */
function typesOf(row: SummaryRow, levels: readonly GroupLevel[]): string | undefined {
  const hasColumn = (wanted: string) => levels.some(({ kind, name }) => kind === 'column' && name === wanted)
  if (levels.length === 0 || hasColumn('type')) return row.type
  return hasColumn('config_class') ? `${classOf(row.type)}*` : undefined
}

/** The text of a value; what lacks it is said so. */
function shown(text: string, { name }: GroupLevel): string {
  return text === '' ? `No ${name}` : text
}

/** Compares pinned types first, then by text. */
function compare(favorites: ReadonlySet<string>) {
  return (left: SummaryLine, right: SummaryLine): number =>
    left.group.localeCompare(right.group, 'en') ||
    Number(favorites.has(right.row.type)) - Number(favorites.has(left.row.type)) ||
    left.name.localeCompare(right.name, 'en')
}

/**
 * Arranges what the server counted by the levels of the grouping: the last level names the line, those before it the
 * group.
 */
export function linesOf(
  rows: readonly SummaryRow[],
  groupBy: string,
  favorites: ReadonlySet<string>,
): readonly SummaryLine[] {
  const levels = levelsOf(groupBy)
  return rows
    .map((row): SummaryLine => {
      const values = levels.map((level) => [level, valueOf(row, level)] as const)
      const texts = values.map(([level, value]) => shown(value, level))
      return {
        id: JSON.stringify([row.type, ...values.map(([, value]) => value)]),
        name: texts.at(-1) ?? row.type,
        group: texts.slice(0, -1).join(' · '),
        row,
        type: typesOf(row, levels),
        values,
      }
    })
    .toSorted(compare(favorites))
}

/** The outer groups of the lines, those with pinned types first; none with a single level. */
export function groupsOf(
  lines: readonly SummaryLine[],
  favorites: ReadonlySet<string>,
): readonly SummaryGroup[] {
  const pinned = new Set(lines.filter(({ row }) => favorites.has(row.type)).map(({ group }) => group))
  return [...Map.groupBy(lines, ({ group }) => group)]
    .filter(([id]) => id !== '')
    .map(([id, own]) => ({
      id,
      count: own.reduce((sum, { row }) => sum + row.count, 0),
      health: sumCounts(own.map(({ row }) => row.health)),
      analysis: sumCounts(own.map(({ row }) => row.analysis)),
      changes: own.reduce((sum, { row }) => sum + row.changes, 0),
      cost: own.reduce((sum, { row }) => sum + (row.cost_total_30d ?? 0), 0),
    }))
    .toSorted((left, right) => Number(pinned.has(right.id)) - Number(pinned.has(left.id)))
}

/** What the list filters by when somebody opens a line: its type, and its tags as labels. */
export function filtersOf(line: SummaryLine): {
  type: string | undefined
  tags: readonly (readonly [string, string])[]
} {
  return {
    type: line.type,
    tags: line.values.flatMap(([level, value]) =>
      level.kind === 'tag' && value !== '' ? [[level.name, value] as const] : [],
    ),
  }
}
