import { fail, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import {
  colorFor,
  colorNumber,
  cutText,
  type NotificationMessage,
  type NotifierContext,
  permanent,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import {
  refusal,
  type RefusalWords,
  requestService,
  sendToService,
  type ServiceAnswer,
} from '@binnacle/plugin-kit/notifier-http'
import {
  fitDocument,
  linkParagraph,
  markdownDialect,
  parseMarkdown,
  renderDocument,
} from '@binnacle/plugin-kit/notifier-markdown'
import { z } from 'zod'
import type { DiscordSpec } from './spec.ts'

const API = 'https://discord.com/api/v10/webhooks'
// Limits: https://docs.discord.com/developers/resources/message#embed-object-embed-limits (description 4,096),
// https://docs.discord.com/developers/resources/webhook#execute-webhook (content 2,000) and
// https://docs.discord.com/developers/components/reference#button (label 80, URL 512).
const LONGEST_DESCRIPTION = 4_096
const LONGEST_CONTENT = 2_000
const LONGEST_TITLE = 256
const LONGEST_LABEL = 80
const LONGEST_BUTTON_URL = 512
const MOST_BUTTONS = 5

const dialect = markdownDialect()

const rateLimit = z.object({ retry_after: z.number() })
const sentShape = z.object({ id: z.string(), channel_id: z.string().optional() })

/** The first problem with a field: https://docs.discord.com/developers/reference#error-messages */
function fieldProblem(errors: unknown, path: readonly string[] = []): string | undefined {
  if (!isRecord(errors) || path.length > 6) return undefined
  const own = errors['_errors']
  const [first] = Array.isArray(own) ? own : []
  if (isRecord(first)) return `${path.join('.')}: ${String(first['message'])}`
  return Object.entries(errors)
    .map(([key, value]) => fieldProblem(value, [...path, key]))
    .find((problem) => problem !== undefined)
}

const says: RefusalWords = {
  words({ json }) {
    if (!isRecord(json) || typeof json['message'] !== 'string') return undefined
    const known = json['code'] === 10_015 ? 'the webhook was deleted, or its ID is wrong' : undefined
    const problem = fieldProblem(json['errors'])
    return `${known === undefined ? '' : `${known}: `}${json['message']}${problem === undefined ? '' : ` (${problem})`}`
  },
  // https://docs.discord.com/developers/topics/rate-limits: seconds with a fraction, more exact than the header.
  wait({ json }) {
    const { data } = rateLimit.safeParse(json)
    return data === undefined ? undefined : data.retry_after * 1_000
  },
}

function buttonsOf({ links }: NotificationMessage) {
  const components = links
    .filter(({ url }) => url.length <= LONGEST_BUTTON_URL)
    .slice(0, MOST_BUTTONS)
    .map(({ label, url }) => ({ type: 2, style: 5, label: cutText(label, LONGEST_LABEL), url }))
  return components.length === 0 ? {} : { components: [{ type: 1, components }] }
}

/** @param hasButtons whether links are buttons, or else a line of the text */
function contentOf(spec: DiscordSpec, message: NotificationMessage, hasButtons: boolean) {
  const links = hasButtons ? [] : linkParagraph(message.links)
  const linkText = links.length === 0 ? '' : `\n\n${renderDocument(links, dialect)}`
  const body = fitDocument(
    parseMarkdown(message.body),
    LONGEST_DESCRIPTION,
    (part) => renderDocument(part, dialect).length + linkText.length <= LONGEST_DESCRIPTION,
  )
  const title = dialect.text(cutText(message.title, LONGEST_TITLE))
  return {
    // No text of a message can call anyone: https://docs.discord.com/developers/resources/message#allowed-mentions-object
    allowed_mentions: { parse: [] },
    ...(spec.username === undefined ? {} : { username: spec.username }),
    ...(spec.avatar === undefined ? {} : { avatar_url: spec.avatar }),
    // Phones show the content in notifications, and nothing of an embed.
    ...(title === '' ? {} : { content: dialect.style(title, 'bold').slice(0, LONGEST_CONTENT) }),
    embeds: [
      {
        description: `${renderDocument(body, dialect)}${linkText}`,
        color: colorNumber(colorFor(spec.color, message)),
        timestamp: message.time.toISOString(),
      },
    ],
    ...(hasButtons ? buttonsOf(message) : {}),
  }
}

/** Turns the message of an alert green. What goes wrong is not worth a failure: the recovery was told. */
async function markEnded(
  url: string,
  query: string,
  message: NotificationMessage,
  color: string | undefined,
  context: NotifierContext,
): Promise<void> {
  const id = message.opening?.id
  if (id === undefined || message.kind !== 'recovery') return
  const at = `${url}/messages/${encodeURIComponent(id)}${query}`
  const found = await sendToService('Discord', { url: at, method: 'GET' }, context)
  if (!found.ok || !isRecord(found.value.json)) return
  const { embeds } = found.value.json
  if (!Array.isArray(embeds)) return
  const green = colorNumber(colorFor(color, message))
  const changed = embeds.filter(isRecord).map((embed) => ({ ...embed, color: green }))
  const json = { embeds: changed, allowed_mentions: { parse: [] } }
  await sendToService('Discord', { url: at, method: 'PATCH', json }, context)
}

/** Whether Discord refuses the buttons, which a webhook may not have everywhere. */
const refusesButtons = ({ status, json }: ServiceAnswer) =>
  status === 400 && isRecord(json) && isRecord(json['errors']) && 'components' in json['errors']

/** Executes a webhook: https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const run: RunNotifier<DiscordSpec> = async (spec, message, context) => {
  const { username: id, password: token } = context.connection
  if (id === undefined || token === undefined)
    return permanent('the connection has no webhook ID or no token')
  const url = `${API}/${encodeURIComponent(id)}/${encodeURIComponent(token)}`
  const thread = spec.thread_id === undefined ? '' : `&thread_id=${encodeURIComponent(spec.thread_id)}`
  const requestOf = (hasButtons: boolean) => ({
    // Discord answers with the message only if told to wait, and ignores buttons unless told to look at them.
    url: `${url}?wait=true&with_components=true${thread}`,
    json: contentOf(spec, message, hasButtons),
  })
  const first = await requestService(requestOf(true), context)
  const answered =
    first.ok && refusesButtons(first.value) ? await requestService(requestOf(false), context) : first
  if (!answered.ok) return answered
  const { status } = answered.value
  if (status < 200 || status > 299)
    return fail(refusal('Discord', answered.value, requestOf(false), context, says))
  const { data } = sentShape.safeParse(answered.value.json)
  if (data === undefined) return permanent('the server did not answer as a webhook of Discord does')
  const query = thread === '' ? '' : `?${thread.slice(1)}`
  await markEnded(url, query, message, spec.color, context)
  const { id: sent, channel_id: place } = data
  return succeed({ id: sent, ...(place === undefined ? {} : { place }) })
}
