import type { JSONValue } from 'json-p3'
import { Duration, goDuration } from '../duration.ts'
import type { Runtime } from '../functions/definition.ts'
import { rfc3339 } from '../print.ts'
import { isRecord, jsonText, recordOf, toJson } from '../values.ts'
import { compilePath } from './query.ts'

/** Values that JSON has no form for are at the top, as the engine puts them there. */
function documentOf(given: unknown): JSONValue {
  if (!isRecord(given)) return isJson(given) ? given : null
  const document: unknown = recordOf(
    Object.entries(given).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, Number(value)] as const
      if (value instanceof Date) return [name, rfc3339(value)] as const
      return [name, value instanceof Duration ? goDuration(value) : value] as const
    }),
  )
  return isJson(document) ? document : null
}

/** The library reads any object; walking all of it first would cost more than the query. */
function isJson(value: unknown): value is JSONValue {
  return value !== undefined
}

/**
 * The first match: texts as they are, other values as JSON, nothing as an empty text.
 * @param from variables, or JSON of any kind
 */
export function evaluatePath(
  source: string,
  from: unknown,
  { budget }: Runtime,
): { text: string; value: unknown } {
  const found = compilePath(source).first(documentOf(from), budget)
  if (found === undefined) return { text: '', value: null }
  return { text: typeof found === 'string' ? found : jsonText(found, budget), value: toJson(found, budget) }
}

/**
 * What a path finds in a value, for functions: one match as it is, several as a list, null if nothing matches.
 * @param from JSON of any kind
 */
export function findByPath(source: string, from: unknown, { budget }: Runtime): unknown {
  const found = compilePath(source).all(documentOf(from), budget)
  return found.length > 1 ? found : (found[0] ?? null)
}
