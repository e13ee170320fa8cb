import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

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

// Not hono's compress: it knows no level, and no length of an answer that does not state it, so it compresses the shortest.
/**
 * Sends a JSON answer that nobody caches. Compresses it off the main thread if it is long enough and the client
 * accepts gzip.
 */
export async function answerJson(context: Context, value: unknown, status: 200 | 201): Promise<Response> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  const text = value instanceof JsonText ? value.text : JSON.stringify(value)
  if (text.length < WORTHWHILE) return context.body(text, status, headers)
  const vary = { ...headers, vary: 'Accept-Encoding' }
  if (!takesGzip(context)) return context.body(text, status, vary)
  const bytes = await compress(text, { level: LEVEL })
  return context.body(new Uint8Array(bytes), status, { ...vary, 'content-encoding': 'gzip' })
}
