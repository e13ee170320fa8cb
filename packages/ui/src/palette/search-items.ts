import type { ReactNode } from 'react'
import { fuzzyMatch } from './fuzzy.ts'

/** Something the palette can find and do. */
export interface PaletteItem {
  id: string
  label: string
  /** The heading it stands under, such as `Checks` or `Actions`. */
  group: string
  icon?: ReactNode
  /** A quieter text at the right, such as a namespace. It is searched too. */
  note?: string
  /** Other words people may look for. */
  keywords?: readonly string[]
  /** Keys that do the same from the page. */
  shortcut?: string
  /** Found by the server for the present query: shown whatever its label is. */
  found?: boolean
  /** Comes first under its heading, however well others match, such as a check that fails. */
  urgent?: boolean
  perform: () => void
}

/** An item that matches, with the characters of its label to point out. */
export interface PaletteMatch {
  item: PaletteItem
  positions: readonly number[]
}

/** Matches under one heading. */
export interface PaletteGroup {
  label: string
  matches: readonly PaletteMatch[]
}

/** Heading of what was chosen last. */
export const RECENT = 'Recent'
/** Items a heading shows at most while something is typed. */
export const GROUP_LIMIT = 8
/** A hit in the note or a keyword counts less than one in the label. */
const ASIDE_COST = 6

interface Ranked extends PaletteMatch {
  score: number
}

/** The match of one item: every word of the query must be found in its label, its note or a keyword. */
function matchItem(item: PaletteItem, words: readonly string[]): Ranked | undefined {
  const positions: number[] = []
  let score = 0
  for (const word of words) {
    const label = fuzzyMatch(word, item.label)
    const asides = [item.note ?? '', ...(item.keywords ?? [])].map((text) => fuzzyMatch(word, text))
    const aside = Math.max(
      ...asides.map((match) => (match === undefined ? -Infinity : match.score - ASIDE_COST)),
    )
    if (label !== undefined && label.score >= aside) {
      score += label.score
      positions.push(...label.positions)
    } else if (aside > -Infinity) score += aside
    else if (item.found !== true) return undefined
  }
  return { item, positions, score }
}

/**
 * The items that match, best first, under their headings; the heading with the best match comes first. Without a query
 * what was chosen last comes first, then everything in the order given.
 * @param recent ids, the last one chosen first
 */
export function searchItems(
  items: readonly PaletteItem[],
  query: string,
  recent: readonly string[],
): readonly PaletteGroup[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) {
    const chosen = recent.flatMap((id) => items.filter((item) => item.id === id))
    const rest = items.filter((item) => !chosen.includes(item))
    return [
      ...(chosen.length > 0 ? [groupOf(RECENT, chosen)] : []),
      ...Array.from(
        Map.groupBy(rest, (item) => item.group),
        ([label, members]) => groupOf(label, members),
      ),
    ]
  }
  const ranked = items
    .flatMap((item) => matchItem(item, words) ?? [])
    .toSorted((left, right) => right.score - left.score)
  return Array.from(
    Map.groupBy(ranked, (match) => match.item.group),
    ([label, matches]) => ({
      label,
      matches: [...matches.filter(isUrgent), ...matches.filter((match) => !isUrgent(match))].slice(
        0,
        GROUP_LIMIT,
      ),
    }),
  )
}

const isUrgent = ({ item }: PaletteMatch) => item.urgent === true

function groupOf(label: string, items: readonly PaletteItem[]): PaletteGroup {
  return { label, matches: items.map((item) => ({ item, positions: [] })) }
}
