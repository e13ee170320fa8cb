import { type BodyLimits, type Pace, readBodyText } from '@binnacle/data-api'
import { RequestError } from '../errors.ts'

/** Limits of a request body. */
export interface BodyBounds {
  bytes: number
  /** Most levels of nested arrays and objects. */
  depth: number
  /** Most values and keys together. */
  nodes: number
  /** Slowest allowed arrival of the body. */
  pace: Pace
}

/** A browser on a slow line sends 20 kB in a second; a client that only holds the connection open sends less. */
export const BODY_PACE: Pace = { grace: 8_000, rate: 10_240 }

/** Default limits of the body of a route. A body at these limits blocks the process for less than 50 ms. */
export const routeBody: BodyBounds = { bytes: 2_097_152, depth: 64, nodes: 10_000, pace: BODY_PACE }

const codes = { 400: 'EINVALID', 408: 'ETIMEOUT', 413: 'ETOOLARGE' } as const

/**
 * Reads a body as text within limits.
 * @throws RequestError that names the exceeded limit
 */
export async function readBoundedText(request: Request, limits: BodyLimits): Promise<string> {
  const read = await readBodyText(request, limits)
  if (read.ok) return read.text
  const { status, message, field } = read.failure
  throw new RequestError(codes[status], message, field === undefined ? [] : [{ path: field, message }])
}

/**
 * Parses a text of `readBoundedText`.
 * @throws RequestError with the position of the syntax error
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RequestError('EINVALID', `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Reads a JSON body within limits. Bytes, depth and nodes are counted while it arrives, before anything is parsed.
 * @returns undefined for an empty body
 * @throws RequestError
 */
export async function readJsonBody(request: Request, bounds: BodyBounds): Promise<unknown> {
  const { bytes, depth, nodes, pace } = bounds
  const text = await readBoundedText(request, { bytes, json: { depth, nodes }, pace })
  return text === '' ? undefined : parseJson(text)
}
