import { fail, succeed } from '@binnacle/contract/core'
import {
  cutText,
  messageSymbol,
  type NotificationMessage,
  permanent,
  type RunNotifier,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  type Dialect,
  type Document,
  escapeHtml,
  fitDocument,
  parseMarkdown,
  renderDocument,
  simpleHtml,
  withoutMentions,
} from '@binnacle/plugin-kit/notifier-markdown'
import { z } from 'zod'
import type { GoogleChatSpec } from './spec.ts'

const API = 'https://chat.googleapis.com/v1/spaces'
/** https://developers.google.com/workspace/chat/create-messages: "32,000 bytes", text and cards together */
const LARGEST_MESSAGE = 32_000
const LONGEST_TITLE = 500
const LONGEST_THREAD_KEY = 4_000

/** The tags of cards: https://developers.google.com/workspace/chat/format-messages#card-formatting; none is for code. */
const cardHtml: Dialect = {
  ...simpleHtml,
  code: escapeHtml,
  codeBlock: (code) =>
    escapeHtml(code)
      .replaceAll(/^ +/gmu, (gap) => '&nbsp;'.repeat(gap.length))
      .replaceAll('\n', '<br>'),
  quote: (rendered) => `<i>${rendered}</i>`,
}

/** Text beside a card, in which <users/all> would call everyone and * _ ~ ` are styles without an escape. */
function harmlessText(text: string): string {
  return withoutMentions(text).replaceAll(/[<*_~`]/gu, '$&\u200B')
}

function cardOf(message: NotificationMessage, body: Document) {
  const text = renderDocument(body, cardHtml)
  const buttons = message.links.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } }))
  const widgets = [
    ...(text === '' ? [] : [{ textParagraph: { text } }]),
    ...(buttons.length === 0 ? [] : [{ buttonList: { buttons } }]),
  ]
  return widgets.length === 0 ? {} : { cardsV2: [{ cardId: 'message', card: { sections: [{ widgets }] } }] }
}

function contentOf(message: NotificationMessage, thread: string) {
  const title = cutText(message.title, LONGEST_TITLE)
  const withBody = (body: Document) => ({
    ...(title === '' ? {} : { text: `${messageSymbol(message)} ${harmlessText(title)}` }),
    ...cardOf(message, body),
    thread: { threadKey: thread.slice(0, LONGEST_THREAD_KEY) },
  })
  const fits = (body: Document) => Buffer.byteLength(JSON.stringify(withBody(body))) <= LARGEST_MESSAGE
  return withBody(fitDocument(parseMarkdown(message.body), LARGEST_MESSAGE, fits))
}

const answerShape = z.object({
  name: z.string(),
  thread: z.object({ name: z.string() }).optional(),
})

/** Posts a message: https://developers.google.com/workspace/chat/quickstart/webhooks */
export const run: RunNotifier<GoogleChatSpec> = async ({ thread }, message, context) => {
  const { username: key, password: token, properties } = context.connection
  const space = properties['webhook']
  if (key === undefined || token === undefined || space === undefined)
    return permanent('the connection has no key, no token or no webhook name')
  const query = new URLSearchParams({
    key,
    token,
    messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
    requestId: context.key,
  })
  const request = {
    url: `${API}/${encodeURIComponent(space)}/messages?${query.toString()}`,
    json: contentOf(message, thread ?? message.alert),
  }
  const answered = await sendToService('Google Chat', request, context)
  if (!answered.ok) return answered
  const { data } = answerShape.safeParse(answered.value.json)
  if (data === undefined) return fail(refusal('Google Chat', answered.value, request, context))
  return succeed({ id: data.name, ...(data.thread === undefined ? {} : { place: data.thread.name }) })
}
