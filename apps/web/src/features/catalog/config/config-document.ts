import { stringify } from 'yaml'

/** Formats in which a document is shown; the first one is the default. Source: CAT-022. */
export const documentFormats = ['json', 'yaml'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** The text of a document. A document that is a text is shown as it is. */
export function documentText(document: unknown, format: DocumentFormat): string {
  if (typeof document === 'string') return document
  if (format === 'yaml') return stringify(document ?? null, { lineWidth: 0, aliasDuplicateObjects: false })
  return JSON.stringify(document ?? null, null, 2)
}

/** The numbers of selected lines, as the address repeats them. Source: CAT-021. */
export function readLines(search: URLSearchParams): readonly number[] {
  return search.getAll('selected').flatMap((text) => (/^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []))
}

/** The parameters with a line selected, or no longer. */
export function withLine(search: URLSearchParams, line: number): URLSearchParams {
  const lines = new Set(readLines(search))
  if (!lines.delete(line)) lines.add(line)
  return withLines(search, [...lines])
}

/** The parameters with these lines selected. */
export function withLines(search: URLSearchParams, lines: readonly number[]): URLSearchParams {
  const changed = new URLSearchParams(search)
  changed.delete('selected')
  for (const line of lines.toSorted((left, right) => left - right)) changed.append('selected', String(line))
  return changed
}

/** The selected lines of a text, without those that it does not have. */
export function selectedText(text: string, lines: readonly number[]): string {
  const all = text.split('\n')
  return lines
    .toSorted((left, right) => left - right)
    .flatMap((line) => all[line - 1] ?? [])
    .join('\n')
}
