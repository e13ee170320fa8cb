import { fail, succeed } from '@binnacle/contract/core'
import {
  colorFor,
  cutText,
  type NotificationMessage,
  permanent,
  type RunNotifier,
  serviceAddress,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  type Dialect,
  type Document,
  fitDocument,
  linkParagraph,
  markdownDialect,
  parseMarkdown,
  renderDocument,
  withoutMentions,
} from '@binnacle/plugin-kit/notifier-markdown'
import { z } from 'zod'
import type { RocketchatSpec } from './spec.ts'

/** The default of the setting "Maximum Allowed Characters Per Message": https://docs.rocket.chat/docs/message */
const LONGEST_TEXT = 5_000
const LONGEST_TITLE = 500

/**
 * The Markdown of Rocket.Chat (https://github.com/RocketChat/fuselage/tree/main/packages/message-parser): one star is bold,
 * only a few characters have an escape, and an invisible space keeps text from being a link.
 */
const markdown = markdownDialect({
  protect: (text) => withoutMentions(text).replaceAll('](', ']\u200B('),
  escapable: '*_~`#.',
})
const dialect: Dialect = {
  ...markdown,
  style: (rendered, style) => (style === 'italic' ? `_${rendered}_` : markdown.style(rendered, style)),
}

const answerShape = z.object({ success: z.boolean(), error: z.string().optional() })

function textOf(message: NotificationMessage): string {
  const links = linkParagraph(message.links)
  const render = (body: Document) => renderDocument([...body, ...links], dialect)
  return render(
    fitDocument(parseMarkdown(message.body), LONGEST_TEXT, (part) => render(part).length <= LONGEST_TEXT),
  )
}

function iconOf(icon: string | undefined) {
  if (icon === undefined) return {}
  return /^https?:/iu.test(icon) ? { avatar: icon } : { emoji: icon }
}

/** Posts a message: https://docs.rocket.chat/docs/integrations#incoming-webhook-script */
export const run: RunNotifier<RocketchatSpec> = async (spec, message, context) => {
  const { username: tokenA, password: tokenB, properties } = context.connection
  const address = serviceAddress('Rocket.Chat', properties['host'], properties['port'])
  if (!address.ok) return address
  if (tokenA === undefined || tokenB === undefined) return permanent('the connection has not both tokens')
  const channel = spec.channel ?? properties['channel']
  const alias = properties['user']
  const title = cutText(message.title, LONGEST_TITLE)
  const request = {
    url: `${address.value}/hooks/${encodeURIComponent(tokenA)}/${encodeURIComponent(tokenB)}`,
    json: {
      text: title === '' ? '' : dialect.style(dialect.text(title), 'bold'),
      ...(channel === undefined ? {} : { channel: /^[#@]/u.test(channel) ? channel : `#${channel}` }),
      ...(alias === undefined ? {} : { alias }),
      ...iconOf(spec.icon),
      attachments: [{ color: colorFor(spec.color, message), text: textOf(message) }],
    },
  }
  const answered = await sendToService('Rocket.Chat', request, context)
  if (!answered.ok) return answered
  const { data } = answerShape.safeParse(answered.value.json)
  if (data === undefined) return permanent('the host does not answer as a webhook of Rocket.Chat does')
  return data.success ? succeed({}) : fail(refusal('Rocket.Chat', answered.value, request, context))
}
