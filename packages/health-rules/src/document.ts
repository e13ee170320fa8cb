/** A part of a document: an object with any values. */
export type Fields = Readonly<Record<string, unknown>>

/** The object that a value is; an empty one if it is something else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Whether a value is an object with fields, so no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path of keys; undefined if missing. Sees own fields only, as a document may have any key. */
export function at(document: unknown, ...path: readonly string[]): unknown {
  let value = document
  for (const key of path) {
    if (!isFields(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** The text at a path; undefined if missing or empty. */
export function textAt(document: unknown, ...path: readonly string[]): string | undefined {
  const value = at(document, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The number at a path; undefined if missing. */
export function numberAt(document: unknown, ...path: readonly string[]): number | undefined {
  const value = at(document, ...path)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The objects of the list at a path; what is no object is left out. */
export function listAt(document: unknown, ...path: readonly string[]): readonly Fields[] {
  const value = at(document, ...path)
  return Array.isArray(value) ? value.filter(isFields) : []
}

/** The instant at a path; undefined if missing or unreadable. */
export function timeAt(document: unknown, ...path: readonly string[]): Date | undefined {
  const text = textAt(document, ...path)
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** The texts of the map at a path, such as labels. */
export function textsAt(document: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.entries(fieldsOf(at(document, ...path))).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}
