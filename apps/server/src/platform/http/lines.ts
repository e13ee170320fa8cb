import { z } from 'zod'
import type { Context } from 'hono'

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
export function answerLines(context: Context, { text }: Lines): Response {
  return context.body(text, 200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
  })
}
