import type { Row } from '@binnacle/data-api'
import { formatPath } from '@binnacle/plugin-kit/core'
import * as z from 'zod/v4/core'
import { RequestError } from '../errors.ts'

/**
 * Parses the row of a client. Columns outside the schema are dropped, because clients send whole rows, and null means
 * not given.
 * @throws RequestError with every problem
 */
export function parseRow<Value>(schema: z.$ZodType<Value>, row: Row): Value {
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message }))
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined || first.path === '' ? 'The row is not valid' : first.message,
    problems,
  )
}
