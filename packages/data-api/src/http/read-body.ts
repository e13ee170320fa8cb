import { createJsonScan, type JsonExcess, type JsonLimits } from './json-scan.ts'

/** The slowest that a body may arrive. */
export interface Pace {
  /** Milliseconds before the rate counts. */
  grace: number
  /** Bytes in a second, on average. */
  rate: number
}

/** Bounds of a body. */
export interface BodyLimits {
  /** Bytes at most. */
  bytes: number
  /** Structure at most, where the body is JSON. */
  json?: JsonLimits | undefined
  /** No bound where left out. */
  pace?: Pace | undefined
}

/** Why a body was not read to its end, with the status to answer with. */
export interface BodyFailure {
  status: 400 | 408 | 413
  message: string
  /** The field that exceeds a limit, where one does. */
  field?: string | undefined
}

export type BodyResult = { ok: true; text: string } | { ok: false; failure: BodyFailure }

const failed = (status: BodyFailure['status'], message: string, field?: string): BodyResult => ({
  ok: false,
  failure: { status, message: field === undefined ? message : `${field}: ${message}`, field },
})

/** Characters of a field's name that an error shows. */
const FIELD_LENGTH = 100

/** The name of the field that exceeds a limit, from the bytes that arrived. */
function fieldOf({ key }: JsonExcess, chunks: readonly Uint8Array[]): string | undefined {
  if (key === undefined || key.end <= key.start || key.end - key.start > FIELD_LENGTH) return undefined
  try {
    const name: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8', key.start, key.end))
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

/** Thrown into the reading when the body arrives too slowly. */
const tooSlow = Symbol('too slow')

/** Rejects with `tooSlow` when less arrived than the pace asks for. */
function watchPace(pace: Pace | undefined, received: () => number) {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody waits for it once the body is read.
  promise.catch(() => undefined)
  if (pace === undefined) return { slow: promise, stop: () => undefined }
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const left = started + pace.grace + (received() / pace.rate) * 1_000 - performance.now()
    if (left <= 0) reject(tooSlow)
    else timer = setTimeout(look, left)
  }
  timer = setTimeout(look, pace.grace)
  return { slow: promise, stop: () => clearTimeout(timer) }
}

function readableSize(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes} bytes`
}

/**
 * Reads a body as text, and keeps nothing after the first byte that exceeds a limit. A sender that hangs up is a failure too, not
 * an exception: it says nothing about the server.
 */
export async function readBodyText(request: Request, limits: BodyLimits): Promise<BodyResult> {
  const encoding = request.headers.get('content-encoding')
  // Compressed bodies are never unpacked, so that a small one cannot become a large one.
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    return failed(400, `The body is compressed (${encoding.slice(0, 50)}). Send it uncompressed`)
  const tooLarge = () => failed(413, `The body is larger than ${readableSize(limits.bytes)}`)
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes) return tooLarge()
  const { body } = request
  if (body === null) return { ok: true, text: '' }

  const scan = limits.json === undefined ? undefined : createJsonScan(limits.json)
  let chunks: Uint8Array[] = []
  let refusal: BodyResult | undefined
  let size = 0
  const { slow, stop } = watchPace(limits.pace, () => size)
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), slow])
      if (done) break
      size += value.byteLength
      if (size > limits.bytes) return refusal ?? tooLarge()
      // Most clients read no answer before they sent everything, so the rest is received, and thrown away.
      if (refusal !== undefined) continue
      chunks.push(value)
      const excess = scan?.(value)
      if (excess === undefined) continue
      refusal = failed(excess.limit === 'depth' ? 400 : 413, excess.message, fieldOf(excess, chunks))
      chunks = []
    }
  } catch (error) {
    if (error === tooSlow) return failed(408, 'The body arrived too slowly')
    return failed(400, 'The connection ended before the whole body arrived')
  } finally {
    stop()
  }
  if (refusal !== undefined) return refusal
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return failed(400, 'The body is not valid UTF-8')
  }
}
