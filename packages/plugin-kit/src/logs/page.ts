import { cleanLabels } from './clean.ts'
import type { LogLine } from './log-backend.ts'

/** Characters of the lines of a page. Thousands of lines of the longest kind would fill the memory. */
const MOST_CHARACTERS = 8_000_000
/** What a backend gives has to reach beyond a page, so that no line of another backend comes before one that it left out. */
const MOST_GIVEN = 2 * MOST_CHARACTERS

const charactersOf = ({ message, labels }: LogLine): number =>
  Object.entries(labels).reduce((sum, [name, value]) => sum + name.length + value.length, message.length)

/** Gathers the lines of a search in its order, as many as are wanted and fill more than a page. */
export function createLines(limit: number) {
  const lines: LogLine[] = []
  let characters = 0
  const isFull = () => lines.length >= limit || characters > MOST_GIVEN
  return {
    lines,
    isFull,
    add(line: LogLine): void {
      if (isFull()) return
      const clean = { ...line, labels: cleanLabels(line.labels) }
      lines.push(clean)
      characters += charactersOf(clean)
    },
  }
}

/** The first lines of a search in its order, as many as are wanted and fill more than a page. */
export function firstLines(ordered: readonly LogLine[], limit: number): LogLine[] {
  const found = createLines(limit)
  for (const line of ordered) found.add(line)
  return found.lines
}

/** How many of the first lines are a page: as many as are wanted and fit, and at least one. */
export function pageLength(lines: readonly LogLine[], limit: number): number {
  let characters = 0
  const end = lines.findIndex((line, index) => {
    characters += charactersOf(line)
    return index >= limit || (index > 0 && characters > MOST_CHARACTERS)
  })
  return end === -1 ? lines.length : end
}
