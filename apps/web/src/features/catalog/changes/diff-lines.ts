import { parsePatch } from 'diff'

/** A line of a difference. Numbers are undefined on the side that does not have it. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  before: number | undefined
  after: number | undefined
}

/** A part of a difference: lines that are near each other. */
export interface DiffPart {
  /** Where it begins, before and after. */
  start: { before: number; after: number }
  lines: readonly DiffLine[]
}

/** Two lines side by side; undefined where a side has none. */
export type DiffPair = readonly [before: DiffLine | undefined, after: DiffLine | undefined]

/** Parses the text of a unified diff. @returns undefined if it is no such text */
export function parseDiff(text: string): readonly DiffPart[] | undefined {
  let files
  try {
    files = parsePatch(text)
  } catch {
    return undefined
  }
  const parts = files.flatMap(({ hunks }) =>
    hunks.map(({ oldStart, newStart, lines }): DiffPart => {
      let before = oldStart
      let after = newStart
      const found: DiffLine[] = []
      for (const line of lines) {
        const sign = line.charAt(0)
        const rest = line.slice(1)
        if (sign === '+') found.push({ kind: 'added', text: rest, before: undefined, after: after++ })
        else if (sign === '-') found.push({ kind: 'removed', text: rest, before: before++, after: undefined })
        else if (sign === ' ' || sign === '')
          found.push({ kind: 'same', text: rest, before: before++, after: after++ })
      }
      return { start: { before: oldStart, after: newStart }, lines: found }
    }),
  )
  const isRead = parts.some(({ lines }) => lines.length > 0)
  return isRead && parts.every(({ start }) => start.before >= 0 && start.after >= 0) ? parts : undefined
}

/** Lays lines side by side: removed lines beside the added ones that follow them. */
export function pairsOf(lines: readonly DiffLine[]): readonly DiffPair[] {
  const pairs: DiffPair[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      pairs.push([removed[index], added[index]])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      flush()
      pairs.push([line, line])
    }
  }
  flush()
  return pairs
}

/** How many lines a difference adds and removes. */
export function sizeOf(parts: readonly DiffPart[]): { added: number; removed: number } {
  const all = parts.flatMap(({ lines }) => lines)
  return {
    added: all.filter(({ kind }) => kind === 'added').length,
    removed: all.filter(({ kind }) => kind === 'removed').length,
  }
}
