import type { Context } from 'hono'
import { z } from 'zod'

interface DownloadFile {
  /** The downloaded thing, for the audit log. */
  resource: string
  id: string
  filename: string
  /** All of it, or its parts as they are made; a client that reads slowly holds them back. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
}

/** A response that is a file to save. Its content is not trusted. */
export class Download {
  readonly file: DownloadFile

  constructor(file: DownloadFile) {
    this.file = file
  }
}

/** The answer schema of a route that returns a file. */
export const downloadAnswer = z.instanceof(Download)

/** The Content-Disposition header of a file: its name in ASCII, and encoded by RFC 8187. */
export function dispositionOf(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_') || 'file'
  const ascii = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

async function* counted(context: Context, bytes: AsyncIterable<Uint8Array>, end: () => void) {
  // A client may leave before it has read anything.
  context.req.raw.signal.addEventListener('abort', end, { once: true })
  try {
    yield* bytes
  } finally {
    end()
  }
}

/**
 * Sends a file so that browsers save it and never show it: without a content type, as an attachment, and in a sandbox.
 * @param begin counts a file that is sent while it is made, and returns what ends that
 */
export function answerDownload(context: Context, { file }: Download, begin: () => () => void): Response {
  const { bytes } = file
  const isWhole = bytes instanceof Uint8Array
  const body = isWhole ? new Uint8Array(bytes) : ReadableStream.from(counted(context, bytes, begin()))
  return context.body(body, 200, {
    'content-type': 'application/octet-stream',
    ...(isWhole ? { 'content-length': String(bytes.length) } : {}),
    'content-disposition': dispositionOf(file.filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
}
