import { z } from 'zod'
import type { Context } from 'hono'
import { dispositionOf } from './download.ts'
import { refuseTooLarge } from './json-answer.ts'

/** A response of JSON texts, one a line. */
export class Lines {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The answer schema of a route that returns lines. */
export const linesAnswer = z.instanceof(Lines)

/** Sends lines as programs read them. */
export function answerLines(context: Context, { text }: Lines, mostBytes: number): Response {
  refuseTooLarge(text, mostBytes)
  return context.body(text, 200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
  })
}

/** A response whose lines are sent as they come, as fast as the client takes them. */
export class LineStream {
  readonly pieces: AsyncGenerator<string>
  /** Name of the file to save it as; undefined to read it as it comes. */
  readonly filename: string | undefined

  constructor(pieces: AsyncGenerator<string>, filename?: string) {
    this.pieces = pieces
    this.filename = filename
  }
}

/** The answer schema of a route that streams lines. */
export const lineStreamAnswer = z.instanceof(LineStream)

/**
 * Sends lines as they come. A client that leaves ends what makes them.
 * @param end called when the stream ends, perhaps more than once
 */
export function answerLineStream(
  context: Context,
  { pieces, filename }: LineStream,
  end: () => void,
): Response {
  const encoder = new TextEncoder()
  // A client may leave before it has read anything.
  context.req.raw.signal.addEventListener('abort', end, { once: true })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await pieces.next()
        if (next.done !== true) return controller.enqueue(encoder.encode(next.value))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      end()
      return undefined
    },
    async cancel() {
      end()
      await pieces.return(undefined)
    },
  })
  return context.body(body, 200, {
    'content-type':
      filename === undefined ? 'application/x-ndjson; charset=utf-8' : 'application/octet-stream',
    ...(filename === undefined ? {} : { 'content-disposition': dispositionOf(filename) }),
    'cache-control': 'no-store',
    // Buffering proxies would hold lines back.
    'x-accel-buffering': 'no',
  })
}
