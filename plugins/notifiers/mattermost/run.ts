import { succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import {
  colorFor,
  cutText,
  type NotificationMessage,
  permanent,
  type RunNotifier,
  serviceAddress,
} from '@binnacle/plugin-kit/notifiers'
import { type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import {
  type Document,
  fitDocument,
  linkParagraph,
  markdownDialect,
  parseMarkdown,
  renderDocument,
  withoutMentions,
} from '@binnacle/plugin-kit/notifier-markdown'
import type { MattermostSpec } from './spec.ts'

/** Longer texts are split: https://developers.mattermost.com/integrate/webhooks/incoming/ (16,383 characters) */
const LONGEST_TEXT = 16_383
const LONGEST_TITLE = 500

// Its Markdown has no HTML: a backslash before < or & would be shown.
const dialect = markdownDialect({ protect: withoutMentions, escapable: '\\`*_~|[]>#+-.)' })

/** Errors: https://developers.mattermost.com/integrate/webhooks/incoming/#tips-and-best-practices */
const says: RefusalWords = {
  words({ json }) {
    if (!isRecord(json) || typeof json['message'] !== 'string') return undefined
    const isGone = json['id'] === 'web.incoming_webhook.invalid.app_error'
    return isGone ? `the webhook does not exist; check the token (${json['message']})` : json['message']
  },
}

/** The body as an attachment: https://developers.mattermost.com/integrate/reference/message-attachments/ */
function attachmentOf(message: NotificationMessage, color: string | undefined) {
  const links = linkParagraph(message.links)
  const render = (body: Document) => renderDocument([...body, ...links], dialect)
  const body = fitDocument(
    parseMarkdown(message.body),
    LONGEST_TEXT,
    (part) => render(part).length <= LONGEST_TEXT,
  )
  return {
    fallback: withoutMentions(cutText(message.title, LONGEST_TITLE)),
    color: colorFor(color, message),
    text: render(body),
  }
}

function iconOf(icon: string | undefined) {
  if (icon === undefined) return {}
  return /^https?:/iu.test(icon) ? { icon_url: icon } : { icon_emoji: icon }
}

/** Posts a message: https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const run: RunNotifier<MattermostSpec> = async (spec, message, context) => {
  const { username, password: token, properties } = context.connection
  const address = serviceAddress('Mattermost', properties['host'])
  if (!address.ok) return address
  if (token === undefined) return permanent('the connection has no token')
  const channel = spec.channel ?? properties['channel']
  const title = cutText(message.title, LONGEST_TITLE)
  const request = {
    url: `${address.value}/hooks/${encodeURIComponent(token)}`,
    json: {
      text: title === '' ? '' : dialect.style(dialect.text(title), 'bold'),
      ...(channel === undefined ? {} : { channel: channel.replace(/^#/u, '') }),
      ...(username === undefined ? {} : { username }),
      ...iconOf(spec.icon),
      attachments: [attachmentOf(message, spec.color)],
    },
  }
  const answered = await sendToService('Mattermost', request, context, says)
  if (!answered.ok) return answered
  if (answered.value.text.trim() !== 'ok')
    return permanent('the host does not answer as a webhook of Mattermost does')
  return succeed({})
}
