import { MOST_DOWNLOADED_LINES, MOST_LOG_LINES } from '@binnacle/contract/logs'
import type { LogFilter, LogLine } from '@binnacle/plugin-kit/logs'
import type { LogDependencies } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import { answerLine, searchLines } from './search.ts'
import type { Window } from './window.ts'

/** What a file of lines has at most. */
export interface FileLimits {
  lines: number
  characters: number
}
const usualLimits: FileLimits = { lines: MOST_DOWNLOADED_LINES, characters: 50_000_000 }

type FileFormat = 'text' | 'json'

/** Which lines a file has. */
export interface FileRequest {
  filter: LogFilter
  window: Window
  format: FileFormat
  signal: AbortSignal
}

/** A part of a file: the text of some lines, and what is known to be missing so far. */
export interface FilePart {
  text: string
  lines: number
  notes: ReadonlySet<string>
}

function written(line: LogLine, format: FileFormat): string {
  if (format === 'json') return `${JSON.stringify(answerLine(line))}\n`
  return `${new Date(line.time).toISOString()} ${line.message}\n`
}

/** Yields the lines of a place as parts of a file, the newest first. @throws RequestError if no backend could be asked */
export async function* fileParts(
  place: ResolvedLogPlace,
  { filter, window, format, signal }: FileRequest,
  dependencies: LogDependencies,
  most: FileLimits = usualLimits,
): AsyncGenerator<FilePart> {
  let cursor: string | undefined
  let lines = 0
  let characters = 0
  const notes = new Set<string>()
  do {
    const found = await searchLines(
      place,
      {
        filter,
        window,
        limit: Math.min(MOST_LOG_LINES, most.lines - lines),
        direction: 'backward',
        cursor,
        signal,
      },
      dependencies,
    )
    for (const note of found.notes) notes.add(note)
    cursor = found.cursor
    const texts: string[] = []
    for (const line of found.lines) {
      if (characters >= most.characters) break
      const text = written(line, format)
      characters += text.length
      texts.push(text)
    }
    lines += texts.length
    const isCut = texts.length < found.lines.length
    if (isCut || (cursor !== undefined && (lines >= most.lines || characters >= most.characters))) {
      notes.add(`only the newest ${lines} lines; choose a shorter time for the others`)
      cursor = undefined
    }
    yield { text: texts.join(''), lines: texts.length, notes }
  } while (cursor !== undefined && !signal.aborted)
}

/**
 * Yields the lines of a place as the text of a file, page by page, the newest first. A reader that stops reading stops the
 * search. A last line says what is missing, if anything is.
 */
export async function* downloadLines(
  place: ResolvedLogPlace,
  request: FileRequest,
  dependencies: LogDependencies,
): AsyncGenerator<string> {
  let notes: ReadonlySet<string> = new Set()
  for await (const part of fileParts(place, request, dependencies)) {
    notes = part.notes
    if (part.text !== '') yield part.text
  }
  for (const note of notes) yield request.format === 'json' ? `${JSON.stringify({ note })}\n` : `# ${note}\n`
}
