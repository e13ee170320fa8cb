import { DataError } from '../errors.ts'

/** A text that PostgreSQL cannot store, and its position. */
export interface BrokenText {
  /** The keys on the way to the text, joined by dots. */
  path: string
  message: string
}

/** A value and the path to it. */
interface Place {
  within: Place | undefined
  key: string
  value: unknown
}

function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'a null character'
  return text.isWellFormed() ? undefined : 'half of a character'
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.within)
    if (at.key !== '') keys.push(at.key)
  return keys.toReversed().join('.')
}

/**
 * Finds the first text in a value, keys included, that PostgreSQL cannot store. PostgreSQL's own error names at most
 * a byte, or appears only when somebody reads the stored value.
 */
export function findBrokenText(sent: unknown): BrokenText | undefined {
  // Not recursive: a client can send values that are nested deeper than the call stack allows.
  const open: Place[] = [{ within: undefined, key: '', value: sent }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    const texts = typeof value === 'string' ? [value] : []
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value).toReversed()) {
        if (!Array.isArray(value)) texts.push(key)
        open.push({ within: place, key, value: inner })
      }
    const flaw = texts.map((text) => flawOf(text)).find((found) => found !== undefined)
    if (flaw !== undefined)
      return { path: pathOf(place), message: `This text holds ${flaw}, which cannot be stored` }
    // JSON.parse converts 1e400 to Infinity, which JSON.stringify would store as null.
    if (value === Infinity || value === -Infinity)
      return { path: pathOf(place), message: 'This number is too large to be stored' }
  }
  return undefined
}

/** Refuses rows with a text that cannot be stored. The error names the field, and the row if there are several. */
export function refuseBrokenTexts(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const broken = findBrokenText(rows.length === 1 ? rows[0] : rows)
  if (broken === undefined) return
  const { path, message } = broken
  throw new DataError(400, 'PGRST102', path === '' ? message : `${path}: ${message}`, { details: [broken] })
}
