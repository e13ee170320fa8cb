import { fail, type Result, succeed } from '@binnacle/contract'
import type { z } from 'zod'
import type { CheckContext } from './check.ts'
import { excerpt } from './excerpt.ts'
import { type JsonRequest, requestJson } from './http.ts'
import type { Json } from './json.ts'
import { type CheckOutcome, unhealthy } from './outcome.ts'

/** What a programming interface answered, in the shape that it documents. */
export interface ApiAnswer<Shape> {
  value: Shape
  /** Address, timings by phase and certificate. */
  details: Record<string, Json>
}

/**
 * Asks a programming interface that a connection leads to.
 * @param shape of a good answer
 * @returns the answer; or the outcome of the test where the interface refuses or says something else
 */
export async function askApi<Shape>(
  request: JsonRequest,
  shape: z.ZodType<Shape>,
  context: CheckContext,
): Promise<Result<ApiAnswer<Shape>, CheckOutcome>> {
  const answered = await requestJson(request, context)
  if (!answered.ok) return answered
  const { json, status, details } = answered.value
  if (status < 200 || status > 299) {
    const said = excerpt(context, JSON.stringify(json), 500)
    return fail(unhealthy(`status ${status}, expected 200–299: ${said}`, { details: details(true) }))
  }
  const parsed = shape.safeParse(json)
  return parsed.success
    ? succeed({ value: parsed.data, details: details(false) })
    : fail(unhealthy('the answer is not what the API documents', { details: details(true) }))
}
