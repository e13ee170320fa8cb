import { isRecord, type Json } from '@binnacle/plugin-kit/core'

/** An object of JSON. */
export type Fields = { readonly [key: string]: Json }

/** Whether a value is an object; keeps the type of what is in it. */
export function isFields(value: Json | undefined): value is Fields {
  return isRecord(value)
}

/** Whether a value is a list; keeps the type of what is in it. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function* found(value: Json | undefined, parts: readonly string[]): Generator<Json> {
  const [part, ...rest] = parts
  if (value === undefined || value === null) return
  if (part === undefined) yield value
  else if (part.endsWith('[]')) {
    const list = part === '[]' ? value : isFields(value) ? value[part.slice(0, -2)] : undefined
    if (isList(list)) for (const item of list) yield* found(item, rest)
  } else if (isFields(value)) yield* found(value[part], rest)
}

/**
 * The values at a path such as `Reservations[].Instances[]`, where `[]` stands for every item of a list. An empty path is the
 * document itself.
 */
export function valuesAt(document: Json, path: string): Json[] {
  return [...found(document, path === '' ? [] : path.split('.'))]
}

/** The texts at a path; numbers as texts, empty ones left out. */
export function textsAt(document: Json, path: string): string[] {
  return valuesAt(document, path).flatMap((value) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [],
  )
}

/** A value as a text: JSON where it is no text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The first text at a path. */
export function textAt(document: Json, path: string): string | undefined {
  return textsAt(document, path)[0]
}

/** The time at a path. */
export function dateAt(document: Json, path: string): Date | undefined {
  const text = textAt(document, path)
  const date = text === undefined ? undefined : new Date(text)
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date
}

function withoutOne(value: Json, [part = '', ...rest]: readonly string[]): Json {
  if (isList(value) && part === '[]')
    return rest.length === 0 ? [] : value.map((item) => withoutOne(item, rest))
  if (!isFields(value)) return value
  const key = part.replace(/\[\]$/, '')
  const inner = value[key]
  if (inner === undefined) return value
  const next = part === key ? rest : ['[]', ...rest]
  if (next.length > 0) return { ...value, [key]: withoutOne(inner, next) }
  const { [key]: _, ...others } = value
  return others
}

/** A document without what is at some paths. */
export function withoutPaths(document: Fields, paths: readonly string[]): Fields {
  let rest: Json = document
  for (const path of paths) rest = withoutOne(rest, path.split('.'))
  return isFields(rest) ? rest : document
}

/** A document with the value at one place replaced; one that has no such place stays. */
export function withValueAt(
  document: Json,
  [key, ...rest]: readonly (string | number)[],
  replace: (value: Json) => Json,
): Json {
  if (key === undefined) return replace(document)
  if (isList(document))
    return document.map((item, index) => (index === key ? withValueAt(item, rest, replace) : item))
  if (!isFields(document)) return document
  const inner = document[key]
  return inner === undefined ? document : { ...document, [key]: withValueAt(inner, rest, replace) }
}
