import { createJsonScan, type JsonExcess, type JsonLimits } from './json-scan.ts'

/** The slowest allowed arrival of a body. */
export interface Pace {
  /** Milliseconds before the rate is checked. */
  grace: number
  /** Average bytes per second. */
  rate: number
}

/** Limits of a body. */
export interface BodyLimits {
  /** Most bytes. */
  bytes: number
  /** Limits on the structure of a JSON body. */
  json?: JsonLimits | undefined
  /** Default: no limit. */
  pace?: Pace | undefined
}

/** Why a body was not read, with the status to answer. */
interface BodyFailure {
  status: 400 | 408 | 413
  message: string
  /** The field that exceeds a limit, if there is one. */
  field?: string | undefined
}

export type BodyResult = { ok: true; text: string } | { ok: false; failure: BodyFailure }

const failed = (status: BodyFailure['status'], message: string, field?: string): BodyResult => ({
  ok: false,
  failure: { status, message: field === undefined ? message : `${field}: ${message}`, field },
})

/** Most characters of a field name in an error. */
const FIELD_LENGTH = 100

/** Finds the name of the field that exceeds a limit, from the received bytes. */
function fieldOf({ key }: JsonExcess, chunks: readonly Uint8Array[]): string | undefined {
  if (key === undefined || key.end <= key.start || key.end - key.start > FIELD_LENGTH) return undefined
  try {
    const name: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8', key.start, key.end))
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

/** Thrown while reading if the body arrives too slowly. */
const tooSlow = Symbol('too slow')

/** Rejects with `tooSlow` if fewer bytes arrived than the pace requires. */
function watchPace(pace: Pace | undefined, received: () => number) {
  const { promise, reject } = Promise.withResolvers<never>()
  // After the body is read nobody awaits this promise.
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
 * Reads a body as text, and drops everything after the first byte that exceeds a limit. A sender that disconnects is
 * a failure, not an exception, because it is not an error of the server.
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
      // Most clients read no answer before they sent everything, so receive the rest and drop it.
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
