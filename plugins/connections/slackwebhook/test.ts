import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import type { SlackWebhookForm } from './spec.ts'

/** What Slack says to a message without text, once it has accepted the address. */
const accepted = new Set(['no_text', 'invalid_payload', 'missing_text_or_fallback_or_attachments'])

/**
 * Sends an empty message, which Slack refuses after it has looked at the address:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors. Nobody sees anything.
 */
export const test: TestConnectionForm<SlackWebhookForm> = async (form, context) => {
  const answered = await context.egress.request({
    url: form.url,
    method: 'POST',
    headers: { 'user-agent': context.userAgent, 'content-type': 'application/json', 'content-length': '2' },
    body: '{}',
    signal: context.signal,
    maxRedirects: 0,
    maxBodyBytes: 10_000,
    tls: { skipVerify: form.insecure_tls },
  })
  if (!answered.ok) return unhealthy(context.redact(answered.failure.message))
  const { status, body } = answered.value
  const text = body.toString('utf8').trim().slice(0, 200)
  return accepted.has(text)
    ? healthy({ message: 'the webhook is open; nothing was sent' })
    : unhealthy(context.redact(`status ${status}: ${text}`))
}
