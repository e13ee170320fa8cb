import {
  type CheckContext,
  excerpt,
  headersForScripts,
  type ReceivedMessage,
  type RunCheck,
} from '@binnacle/plugin-kit/checks'
import { healthy, type Json, parseBoundedJson, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { WebhookSpec } from './spec.ts'

/** Most characters of a message that the result keeps and that scripts see, if it is not JSON. */
const LONGEST_CONTENT = 10_240

/** Most work to parse a message: what is read is kept with the result, so each value is cleaned, redacted and stored. */
const MOST_WORK = 40_000

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i

/** The received message: JSON if its type says so, otherwise text. */
function contentOf(
  { contentType, text }: ReceivedMessage,
  context: CheckContext,
): { json: Json } | { content: string } | { failure: string } {
  if (!jsonType.test(contentType)) return { content: excerpt(context, text, LONGEST_CONTENT) }
  const parsed = parseBoundedJson(text, MOST_WORK)
  return parsed.ok ? { json: parsed.value } : { failure: parsed.failure.message }
}

export const run: RunCheck<WebhookSpec> = async (_spec, context) => {
  const { received } = context
  if (received === undefined) return unknown('waits for messages; it cannot be run')
  const content = contentOf(received, context)
  const { headers, text } = received
  if ('failure' in content)
    return unhealthy(`the message ${content.failure}`, {
      details: { headers, content: excerpt(context, text, LONGEST_CONTENT) },
    })
  return healthy({
    message: `received ${Buffer.byteLength(text)} bytes`,
    details: { headers, ...content },
    data: () => {
      const results = { headers: headersForScripts(headers, (value) => context.redact(value)), ...content }
      return { values: { ...results, results } }
    },
  })
}
