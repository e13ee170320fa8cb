import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import type { JSONValue } from 'json-p3'
import { createBudget } from '../budget.ts'
import { failureOf } from '../failure.ts'
import { defaultLimits } from '../limits.ts'
import { jsonText } from '../values.ts'
import { compilePath } from './query.ts'

function isJson(value: unknown): value is JSONValue {
  return isRecord(value) || Array.isArray(value)
}

/**
 * The first match of a JSONPath, as text; to be called in a worker.
 * @returns texts as they are, other values as JSON, undefined where nothing matches; what is wrong with the path
 */
export function firstMatch(source: string, document: unknown): Result<string | undefined, string> {
  const budget = createBudget(defaultLimits)
  try {
    const found = isJson(document) ? compilePath(source).first(document, budget) : undefined
    if (found === undefined) return succeed(undefined)
    return succeed(typeof found === 'string' ? found : jsonText(found, budget))
  } catch (error) {
    return fail(failureOf(error).message)
  }
}
