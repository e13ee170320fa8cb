import { fail, type Result, succeed } from '@binnacle/contract/core'
import { parseDocument, stringify } from 'yaml'

/** Languages in which a document is written. */
export const documentLanguages = ['yaml', 'json'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** A place where a document is broken; line and column are counted from 1. */
export interface DocumentProblem {
  line: number
  column: number
  message: string
}

/** A document as people write it; nothing for none. */
export function printedDocument(document: unknown, language: DocumentLanguage): string {
  if (document === null || document === undefined) return ''
  return language === 'yaml'
    ? stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
    : `${JSON.stringify(document, null, 2)}\n`
}

/** Reads a document. JSON is YAML too, so one reader reads both; nothing becomes null. */
export function readDocument(text: string): Result<unknown, readonly DocumentProblem[]> {
  if (text.trim() === '') return succeed(null)
  const parsed = parseDocument(text, { prettyErrors: true, uniqueKeys: true })
  if (parsed.errors.length > 0)
    return fail(
      parsed.errors.map(({ message, linePos }) => ({
        line: linePos?.[0].line ?? 1,
        column: linePos?.[0].col ?? 1,
        message: message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message,
      })),
    )
  try {
    // Aliases of aliases would grow without bounds.
    return succeed(parsed.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    return fail([{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }])
  }
}

/** A text in another language. One that cannot be read stays as it is. */
export function translated(text: string, language: DocumentLanguage): string {
  const read = readDocument(text)
  return read.ok ? printedDocument(read.value, language) : text
}
