import { fail, succeed } from '@binnacle/contract/core'
import {
  cutText,
  messageSymbol,
  type NotificationMessage,
  oneLine,
  permanent,
  type RunNotifier,
  serviceAddress,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  type Dialect,
  type Document,
  fitDocument,
  linkParagraph,
  markdownDialect,
  parseMarkdown,
  plainHeading,
  renderDocument,
  withoutMentions,
} from '@binnacle/plugin-kit/notifier-markdown'
import { z } from 'zod'
import type { ZulipSpec } from './spec.ts'

// Limits: https://zulip.com/api/send-message names max_topic_length and max_message_length of
// https://zulip.com/api/register-queue, which are 60 and 10,000 unless an administrator changes them.
const LONGEST_TOPIC = 60
const LONGEST_CONTENT = 10_000

/** Zulip's Markdown has no escape, so signs of style stay; what calls people and names streams is kept from it. */
const zulipMarkdown: Dialect = {
  ...markdownDialect(),
  text: (text) => withoutMentions(text).replaceAll(/#(?=\*\*)|(?<=^|\n)\/(?=me\b)/gu, '$&\u200B'),
}

const answerShape = z.object({
  result: z.string(),
  msg: z.string().optional(),
  id: z.number().optional(),
  code: z.string().optional(),
  'retry-after': z.number().optional(),
})

/** Errors: https://zulip.com/api/rest-error-handling */
const says: RefusalWords = {
  words({ json }) {
    const { data } = answerShape.safeParse(json)
    if (data?.msg === undefined) return undefined
    return data.code === undefined ? data.msg : `${data.msg} (${data.code})`
  },
  wait({ json }) {
    const seconds = answerShape.safeParse(json).data?.['retry-after']
    return seconds === undefined ? undefined : seconds * 1_000
  },
}

function contentOf(message: NotificationMessage): string {
  const heading =
    message.title === '' ? [] : [plainHeading(`${messageSymbol(message)} ${cutText(message.title, 500)}`)]
  const links = linkParagraph(message.links)
  const render = (body: Document) => renderDocument([...heading, ...body, ...links], zulipMarkdown)
  return render(
    fitDocument(
      parseMarkdown(message.body),
      LONGEST_CONTENT,
      (body) => render(body).length <= LONGEST_CONTENT,
    ),
  )
}

/** Sends a message to a stream: https://zulip.com/api/send-message */
export const run: RunNotifier<ZulipSpec> = async (spec, message, context) => {
  const { username: email, password: key, properties } = context.connection
  const address = serviceAddress('Zulip', properties['host'])
  if (!address.ok) return address
  const stream = spec.stream ?? properties['stream']
  if (email === undefined || key === undefined) return permanent('the connection has no bot email or no key')
  if (stream === undefined)
    return permanent('no stream is named; enter one in the connection or the recipient')
  const topic = spec.topic ?? properties['topic'] ?? message.resource.name
  const request = {
    url: `${address.value}/api/v1/messages`,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` },
    form: {
      type: 'stream',
      to: stream,
      topic: cutText(oneLine(topic), LONGEST_TOPIC),
      content: contentOf(message),
    },
  }
  const answered = await sendToService('Zulip', request, context, says)
  if (!answered.ok) return answered
  const { data } = answerShape.safeParse(answered.value.json)
  if (data === undefined) return permanent('the host does not answer as Zulip does')
  if (data.result !== 'success') return fail(refusal('Zulip', answered.value, request, context, says))
  return succeed(data.id === undefined ? {} : { id: String(data.id) })
}
