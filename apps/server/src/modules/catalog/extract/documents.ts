import { isRecord, type Json } from '@binnacle/plugin-kit/core'

export type Path = readonly (string | number)[]

/** A copy of a document in which the values at some paths are others. Without paths, the document itself. */
export function withValuesAt(
  document: Json,
  places: readonly { path: Path; value: Json | undefined }[],
): Json | undefined {
  if (places.length === 0) return document
  const here = places.find(({ path }) => path.length === 0)
  if (here !== undefined) return here.value
  const inner = Map.groupBy(places, ({ path }) => path[0])
  const changed = (key: string | number, value: Json): Json | undefined => {
    const below = inner.get(key)
    return below === undefined
      ? value
      : withValuesAt(
          value,
          below.map(({ path, value: put }) => ({ path: path.slice(1), value: put })),
        )
  }
  if (Array.isArray(document))
    return document.flatMap((value: Json, index) => {
      const kept = changed(index, value)
      return kept === undefined ? [] : [kept]
    })
  if (!isJsonRecord(document)) return document
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, value]): [string, Json][] => {
      const kept = changed(key, value)
      return kept === undefined ? [] : [[key, kept]]
    }),
  )
}

/** Narrows JSON to an object. */
export function isJsonRecord(value: unknown): value is Readonly<Record<string, Json>> {
  return isRecord(value)
}

/** Narrows what scripts and paths give, which is always JSON. */
export function isJson(value: unknown): value is Json {
  return value !== undefined
}

/** JSON with the keys of all objects in order, so that equal values have equal texts. */
export function sortedText(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}

/** A scalar as text; undefined for nothing, an empty text, a list or an object. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  return trimmed === '' ? undefined : trimmed
}
