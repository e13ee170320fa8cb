import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { z } from 'zod'
import type { CheckContext } from '../checks/check.ts'
import { excerpt } from '../checks/excerpt.ts'
import { type JsonRequest, requestJson } from '../checks/http.ts'
import type { Json } from '../core/json.ts'
import { type CheckOutcome, unhealthy } from '../core/outcome.ts'

/** An answer of an API, parsed. */
export interface ApiAnswer<Shape> {
  value: Shape
  /** Address, timings by phase and certificate. */
  details: Record<string, Json>
}

/**
 * Sends a request to the API of a connection.
 * @param shape schema of a good answer
 * @returns the answer, or the outcome of the test if the API refuses or answers in another shape
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
    const text = excerpt(context, JSON.stringify(json), 500)
    return fail(unhealthy(`status ${status}, expected 200–299: ${text}`, { details: details(true) }))
  }
  const parsed = shape.safeParse(json)
  return parsed.success
    ? succeed({ value: parsed.data, details: details(false) })
    : fail(unhealthy('the answer is not what the API documents', { details: details(true) }))
}
