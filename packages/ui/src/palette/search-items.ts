import type { ReactNode } from 'react'
import { fuzzyMatch } from './fuzzy.ts'

/** An item of the palette. */
export interface PaletteItem {
  id: string
  label: string
  /** Heading of its group, such as `Checks` or `Actions`. */
  group: string
  icon?: ReactNode
  /** Secondary text at the right, such as a namespace. It is searched too. */
  note?: string
  /** Other words that people may search for. */
  keywords?: readonly string[]
  /** Shortcut for the same action. */
  shortcut?: string
  /** Whether the server found it for the current query. It is then listed even if its label does not match. */
  found?: boolean
  /** Whether it comes first in its group regardless of its score, such as a failing check. */
  urgent?: boolean
  perform: () => void
}

/** A matching item, with the positions of the matched characters of its label. */
export interface PaletteMatch {
  item: PaletteItem
  positions: readonly number[]
}

/** Matches under one heading. */
export interface PaletteGroup {
  label: string
  matches: readonly PaletteMatch[]
}

/** Heading of the recent choices. */
export const RECENT = 'Recent'
/** Maximum number of items per heading while there is a query. */
export const GROUP_LIMIT = 8
/** Factor for a hit in the note or a keyword, which counts less than one in the label. */
const ASIDE_COST = 6

interface RankedMatch extends PaletteMatch {
  score: number
}

/** Matches one item. Every word of the query must occur in its label, its note or a keyword. */
function matchItem(item: PaletteItem, words: readonly string[]): RankedMatch | undefined {
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
 * Returns the matching items by heading, best first; the heading with the best match comes first. Without a query,
 * recent choices come first, then all items in the given order.
 * @param recent ids of recent choices, newest first
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
