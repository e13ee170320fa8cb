// Buttons of messages that acknowledge an alert where the message is, without a page.
import type { Egress } from '@binnacle/egress'
import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Delivery, Receiver } from '../../../platform/http/receiver.ts'
import type { Log } from '../../../platform/log.ts'
import type { AcknowledgeCode, AcknowledgeTokens } from '../verbs/acknowledge-token.ts'
import type { VerbDependencies } from '../told/verbs.ts'
import { givenName } from '../verbs/given-name.ts'
import { acknowledgeNamed, showAlert } from '../verbs/acknowledge.ts'
import { type ConnectionSecretDependencies, createConnectionSecrets } from './connection-secrets.ts'
import { isRecent, isSameSecret, isSignedBySlack } from './signatures.ts'

const FEATURE = 'settings.notifications'

/** Both services send the message of the button along. */
const LARGEST_BODY = 200_000
/** Slack shows an error after three seconds without an answer. */
const ANSWER_MILLISECONDS = 10_000

export interface ButtonDependencies extends ConnectionSecretDependencies {
  verbs: VerbDependencies
  tokens: AcknowledgeTokens
  egress: Pick<Egress, 'request'>
  log: Pick<Log, 'warn'>
  now: () => Date
}

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const slackPayload = z.object({
  type: z.string(),
  user: z.object({ id: z.string(), username: z.string().optional(), name: z.string().optional() }),
  response_url: z.string().optional(),
  actions: z
    .array(z.object({ action_id: z.string(), value: z.string().optional() }))
    .max(25)
    .optional(),
})

/** https://core.telegram.org/bots/api#callbackquery */
const telegramUpdate = z.object({
  callback_query: z
    .object({
      id: z.string(),
      from: z.object({
        first_name: z.string(),
        last_name: z.string().optional(),
        username: z.string().optional(),
      }),
      data: z.string().optional(),
    })
    .optional(),
})

/** Addresses that Slack and Telegram send pressed buttons to. */
export function buttonReceivers(dependencies: ButtonDependencies): Receiver[] {
  const { pool, verbs, tokens, egress, log, now } = dependencies
  const secretsOf = createConnectionSecrets(dependencies, now)

  /** Acknowledges the alert of a button. @returns what the person reads */
  async function acknowledge(code: AcknowledgeCode | undefined, written: string): Promise<string> {
    const name = givenName(written) ?? 'Somebody'
    if (code === undefined) return 'This button is not from this installation of Binnacle.'
    if (code.expires <= now()) return 'This button has expired. Sign in to acknowledge the alert.'
    const { alertId } = code
    return inTransaction(pool, async (client) => {
      const acting = { by: `link:${name}` as const, personId: null, name }
      const isNew = await acknowledgeNamed(client, verbs, alertId, acting, now())
      const { state, acknowledgedBy } = await showAlert(client, alertId, now())
      if (state === 'over') return 'It is over already.'
      return isNew ? `${name} acknowledged it.` : `${acknowledgedBy ?? 'Somebody'} acknowledged it already.`
    }).catch((error: unknown) => {
      if (error instanceof RequestError) return error.message
      throw error
    })
  }

  /** Shows the answer in the channel. What Slack answers to that changes nothing. */
  async function answerSlack(url: string, text: string): Promise<void> {
    // Signed by Slack, but never anywhere else.
    if (URL.parse(url)?.origin !== 'https://hooks.slack.com') return
    const body = JSON.stringify({ response_type: 'in_channel', replace_original: false, text })
    const answered = await egress.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      maxRedirects: 0,
      maxBodyBytes: 10_000,
    })
    if (!answered.ok)
      log.warn({ reason: answered.failure.message }, 'Slack did not take the answer to a button')
  }

  async function slack(delivery: Delivery): Promise<Record<string, never>> {
    const { headers } = delivery
    if (
      !isRecent(headers.get('x-slack-request-timestamp'), now()) ||
      headers.get('x-slack-signature') === null
    )
      throw new RequestError('EUNAUTHORIZED', 'Slack did not send this request just now')
    const secrets = await secretsOf('slack', 'signingSecret')
    if (secrets.length === 0)
      throw new RequestError('EUNAUTHORIZED', 'No Slack connection has a signing secret')
    const body = await delivery.readText({ bytes: LARGEST_BODY })
    if (!secrets.some((secret) => isSignedBySlack(secret, headers, body)))
      throw new RequestError('EUNAUTHORIZED', 'The signature fits no Slack connection')
    const json = parseBoundedJson(new URLSearchParams(body).get('payload') ?? '')
    const payload = slackPayload.safeParse(json.ok ? json.value : undefined).data
    const pressed = payload?.actions?.find(({ action_id: id }) => id === 'acknowledge')
    // Buttons that open pages are reported too, and need no more than the answer 200.
    if (payload === undefined || pressed?.value === undefined) return {}
    const { id, name, username } = payload.user
    const outcome = await acknowledge(tokens.readCode(pressed.value), `${name ?? username ?? id} (Slack)`)
    if (payload.response_url !== undefined) void answerSlack(payload.response_url, escapeSlack(outcome))
    return {}
  }

  /** Answers with the call that shows a text: https://core.telegram.org/bots/api#making-requests-when-getting-updates */
  async function telegram(delivery: Delivery): Promise<Record<string, unknown>> {
    const { headers } = delivery
    const given = headers.get('x-telegram-bot-api-secret-token') ?? ''
    const secrets = given === '' ? [] : await secretsOf('telegram', 'webhookSecret')
    if (!secrets.some((secret) => isSameSecret(given, secret)))
      throw new RequestError('EUNAUTHORIZED', 'The secret token fits no Telegram connection')
    const json = parseBoundedJson(await delivery.readText({ bytes: LARGEST_BODY }))
    const query = telegramUpdate.safeParse(json.ok ? json.value : undefined).data?.callback_query
    const [, code] = /^ack ([\w-]+)$/.exec(query?.data ?? '') ?? []
    if (query === undefined || code === undefined) return {}
    const { first_name: first, last_name: last } = query.from
    const name = last === undefined ? first : `${first} ${last}`
    const text = await acknowledge(tokens.readCode(code), `${name} (Telegram)`)
    return { method: 'answerCallbackQuery', callback_query_id: query.id, text: text.slice(0, 200) }
  }

  return [
    { path: '/notification/slack', feature: FEATURE, receive: slack },
    { path: '/notification/telegram', feature: FEATURE, receive: telegram },
  ]
}

/** A name may not call people: https://docs.slack.dev/messaging/formatting-message-text */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
