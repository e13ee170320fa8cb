import { type BodyLimits, type Pace, readBodyText } from '@binnacle/data-api'
import { RequestError } from '../errors.ts'

/** Bounds of a request's body. */
export interface BodyBounds {
  bytes: number
  /** Arrays and objects inside each other. */
  depth: number
  /** Values and keys together. */
  nodes: number
  /** The slowest that the body may arrive. */
  pace: Pace
}

/** A browser on a slow line sends 20 kB in a second; a client that only holds the connection open sends less. */
export const BODY_PACE: Pace = { grace: 8_000, rate: 10_240 }

/** Bounds of a body that a route takes unless it says otherwise. At these a request blocks the process for under 50 ms. */
export const routeBody: BodyBounds = { bytes: 2_097_152, depth: 64, nodes: 10_000, pace: BODY_PACE }

const codes = { 400: 'EINVALID', 408: 'ETIMEOUT', 413: 'ETOOLARGE' } as const

/**
 * Reads a body as text within bounds.
 * @throws RequestError that names the bound
 */
export async function readBoundedText(request: Request, limits: BodyLimits): Promise<string> {
  const read = await readBodyText(request, limits)
  if (read.ok) return read.text
  const { status, message, field } = read.failure
  throw new RequestError(codes[status], message, field === undefined ? [] : [{ path: field, message }])
}

/**
 * Parses a text that `readBoundedText` read.
 * @throws RequestError that says where it is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RequestError('EINVALID', `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Reads a JSON body within bounds: bytes, depth and nodes are counted while it arrives, before anything is parsed.
 * @returns undefined for an empty body
 * @throws RequestError
 */
export async function readJsonBody(request: Request, bounds: BodyBounds): Promise<unknown> {
  const { bytes, depth, nodes, pace } = bounds
  const text = await readBoundedText(request, { bytes, json: { depth, nodes }, pace })
  return text === '' ? undefined : parseJson(text)
}
