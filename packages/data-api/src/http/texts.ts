import { DataError } from '../errors.ts'

/** Why PostgreSQL has no place for a text; undefined when it has. */
function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'a null character'
  return text.isWellFormed() ? undefined : 'half of a character'
}

/**
 * Refuses rows with a text that PostgreSQL cannot store, and names the field. Its own words name a byte at most, or
 * come when somebody reads what is in the row.
 * @param values objects as clients sent them; a path says which one it is when there are several
 */
export function refuseBrokenTexts(values: readonly Readonly<Record<string, unknown>>[]): void {
  // A stack of ours: what is sent may be nested deeper than calls can be.
  const open: Place[] = values
    .map((value, position) => ({ within: undefined, key: values.length > 1 ? String(position) : '', value }))
    .toReversed()
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string') refuse(place, flawOf(value))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value).toReversed()) {
      refuse(place, flawOf(key))
      open.push({ within: place, key, value: inner })
    }
  }
}

/** A value, and how it is reached. */
interface Place {
  within: Place | undefined
  key: string
  value: unknown
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.within)
    if (at.key !== '') keys.push(at.key)
  return keys.toReversed().join('.')
}

function refuse(place: Place, flaw: string | undefined): void {
  if (flaw === undefined) return
  const field = pathOf(place)
  const message = `This text holds ${flaw}, which cannot be stored`
  throw new DataError(400, 'PGRST102', field === '' ? message : `${field}: ${message}`, {
    details: [{ path: field, message }],
  })
}
