import { MOST_DOWNLOADED_LINES, MOST_LOG_LINES } from '@binnacle/contract/logs'
import type { LogFilter, LogLine } from '@binnacle/plugin-kit/logs'
import type { LogParts } from './entry.ts'
import type { FoundPlace } from './place.ts'
import { answerLine, searchLines } from './search.ts'
import type { Window } from './window.ts'

/** Most characters of a download. */
const MOST_CHARACTERS = 50_000_000

function written(line: LogLine, format: 'text' | 'json'): string {
  if (format === 'json') return JSON.stringify(answerLine(line))
  return `${new Date(line.time).toISOString()} ${line.message}`
}

/**
 * Yields the lines of a place as the text of a file, page by page, the newest first. A reader that stops reading stops the
 * search. A last line says what is missing, if anything is.
 */
export async function* downloadLines(
  place: FoundPlace,
  {
    filter,
    window,
    format,
    signal,
  }: { filter: LogFilter; window: Window; format: 'text' | 'json'; signal: AbortSignal },
  parts: LogParts,
): AsyncGenerator<string> {
  let cursor: string | undefined
  let lines = 0
  let characters = 0
  const notes = new Set<string>()
  do {
    const found = await searchLines(
      place,
      { filter, window, limit: MOST_LOG_LINES, direction: 'backward', cursor, signal },
      parts,
    )
    for (const note of found.notes) notes.add(note)
    const text = found.lines.map((line) => `${written(line, format)}\n`).join('')
    lines += found.lines.length
    characters += text.length
    cursor = found.cursor
    if (text !== '') yield text
    if (cursor !== undefined && (lines >= MOST_DOWNLOADED_LINES || characters >= MOST_CHARACTERS)) {
      notes.add(`only the newest ${lines} lines; choose a shorter time for the others`)
      break
    }
  } while (cursor !== undefined && !signal.aborted)
  for (const note of notes) yield format === 'json' ? `${JSON.stringify({ note })}\n` : `# ${note}\n`
}
