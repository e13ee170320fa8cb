import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formatBytes } from '@binnacle/contract/text'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { RequestError } from '../errors.ts'

// The size of compressed answers reveals no secret to pages of other sites: browsers send no cookies for those, and
// answers mask secrets.
const compress = promisify(gzip)

/** Fewest characters to compress. Shorter answers fit into one or two packets. */
const WORTHWHILE = 2_000
/** This level shrinks lists of checks to a tenth. Higher levels take more time than they save. */
const LEVEL = 4

/** Whether the client accepts gzip. */
function takesGzip(context: Context): boolean {
  const chosen = accepts(context, {
    header: 'Accept-Encoding',
    supports: ['gzip', 'identity'],
    default: 'identity',
    match: (accepted) => (accepted.some(({ type, q }) => type === 'gzip' && q > 0) ? 'gzip' : 'identity'),
  })
  return chosen === 'gzip'
}

/** An answer that is already JSON, put together from parts that were written before. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The error of a request whose answer is too large. */
export function answerTooLarge(mostBytes: number): RequestError {
  return new RequestError(
    'ETOOLARGE',
    `The answer is larger than ${formatBytes(mostBytes)}. Choose less with a filter, a page or a shorter time.`,
  )
}

/** Refuses a text that is too large. @throws RequestError ETOOLARGE */
export function refuseTooLarge(text: string, mostBytes: number): void {
  // A character has one to three bytes.
  if (text.length > mostBytes || (text.length > mostBytes / 3 && Buffer.byteLength(text) > mostBytes))
    throw answerTooLarge(mostBytes)
}

function stringify(value: unknown, mostBytes: number): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // JavaScript has no longer text.
    if (error instanceof RangeError) throw answerTooLarge(mostBytes)
    throw error
  }
}

/** Writes the fields of an object, and the items of lists in it, one after another. */
function* jsonPieces(value: object): Generator<string> {
  let separator = '{'
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    separator = ','
    if (Array.isArray(field)) {
      yield '['
      for (const [position, item] of field.entries())
        yield `${position === 0 ? '' : ','}${JSON.stringify(item)}`
      yield ']'
    } else yield JSON.stringify(field)
  }
  yield separator === '{' ? '{}' : '}'
}

/** Characters of a JSON answer that are sent at once. */
const PIECE = 65_536

/** Sends an object as JSON of any length, in pieces, as fast as the client takes them. */
export function streamJson(context: Context, value: object): Response {
  const encoder = new TextEncoder()
  const pieces = jsonPieces(value)
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = ''
      for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
        text += next.value
        if (text.length >= PIECE) return controller.enqueue(encoder.encode(text))
      }
      if (text !== '') controller.enqueue(encoder.encode(text))
      controller.close()
      return undefined
    },
  })
  return context.body(body, 200, headers)
}

// Not hono's compress: it knows no level, and no length of an answer that does not state it, so it compresses the shortest.
/**
 * Sends a JSON answer that nobody caches. @throws RequestError ETOOLARGE if it is too large. Compresses it off the main thread if it is long enough and the client
 * accepts gzip.
 */
export async function answerJson(
  context: Context,
  value: unknown,
  status: 200 | 201,
  mostBytes: number,
): Promise<Response> {
  const text = value instanceof JsonText ? value.text : stringify(value, mostBytes)
  refuseTooLarge(text, mostBytes)
  if (text.length < WORTHWHILE) return context.body(text, status, headers)
  const vary = { ...headers, vary: 'Accept-Encoding' }
  if (!takesGzip(context)) return context.body(text, status, vary)
  const bytes = await compress(text, { level: LEVEL })
  return context.body(new Uint8Array(bytes), status, { ...vary, 'content-encoding': 'gzip' })
}
