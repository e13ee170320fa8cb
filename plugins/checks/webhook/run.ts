import {
  type CheckContext,
  excerpt,
  headersForScripts,
  type ReceivedMessage,
  type RunCheck,
} from '@binnacle/plugin-kit/checks'
import { healthy, type Json, parseJson, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { WebhookSpec } from './spec.ts'

/** Most characters of a message that the result keeps and that scripts see, if it is not JSON. */
const LONGEST_CONTENT = 10_240

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i

/** The received message: JSON if its type says so, otherwise text. */
async function contentOf(
  { contentType, text }: ReceivedMessage,
  context: CheckContext,
): Promise<{ json: Json } | { content: string } | { failure: string }> {
  if (!jsonType.test(contentType)) return { content: excerpt(context, text, LONGEST_CONTENT) }
  const parsed = await parseJson(text, context)
  return parsed.ok ? { json: parsed.value } : { failure: parsed.failure.message }
}

export const run: RunCheck<WebhookSpec> = async (_spec, context) => {
  const { received } = context
  if (received === undefined) return unknown('waits for messages; it cannot be run')
  const content = await contentOf(received, context)
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
