import type { Context } from 'hono'
import { z } from 'zod'

interface Downloaded {
  /** What is downloaded, for the audit log. */
  resource: string
  id: string
  filename: string
  bytes: Uint8Array
}

/** An answer that is a file to be saved: the content came from elsewhere and may be anything. */
export class Download {
  readonly file: Downloaded

  constructor(file: Downloaded) {
    this.file = file
  }
}

/** What a route says that answers with a file. */
export const downloadAnswer = z.instanceof(Download)

/** The name of a file in a header: in ASCII, and as RFC 8187 writes any text. */
export function dispositionOf(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_') || 'file'
  const ascii = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Sends a file so that no browser shows it: it is bytes of no kind, saved and never opened within the product, in a
 * sandbox if it were.
 */
export function answerDownload(context: Context, { file }: Download): Response {
  return context.body(new Uint8Array(file.bytes), 200, {
    'content-type': 'application/octet-stream',
    'content-length': String(file.bytes.length),
    'content-disposition': dispositionOf(file.filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
}
