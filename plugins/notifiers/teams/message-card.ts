import { colorFor, cutText, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import {
  type Dialect,
  type Document,
  escapeHtml,
  fitDocument,
  markdownDialect,
  parseMarkdown,
  renderDocument,
} from '@binnacle/plugin-kit/notifier-markdown'
import { LARGEST_MESSAGE, LONGEST_TITLE } from './adaptive-card.ts'

/** https://learn.microsoft.com/outlook/actionable-messages/message-card-reference: "at most 4 actions" */
const MOST_ACTIONS = 4

const markdown = markdownDialect()

/** Cards read HTML and Markdown, so both are escaped. */
function escapeText(text: string): string {
  if (!/[&<>"']/u.test(text)) return markdown.text(text)
  const parts = text.split(/([&<>"'])/u)
  return parts.map((part, index) => (index % 2 === 1 ? escapeHtml(part) : markdown.text(part))).join('')
}

/** Markdown in which a line break is one. */
const cardMarkdown: Dialect = { ...markdown, text: (text) => escapeText(text).replaceAll('\n', '  \n') }

/** The message for an incoming webhook: https://learn.microsoft.com/outlook/actionable-messages/message-card-reference */
export function messageCard(message: NotificationMessage, color: string | undefined) {
  const title = cutText(message.title, LONGEST_TITLE)
  const withBody = (body: Document) => ({
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    summary: title === '' ? message.resource.name : title,
    themeColor: colorFor(color, message).slice(1),
    ...(title === '' ? {} : { title: cardMarkdown.text(title) }),
    text: renderDocument(body, cardMarkdown),
    potentialAction: message.links.slice(0, MOST_ACTIONS).map(({ label, url }) => ({
      '@type': 'OpenUri',
      name: label,
      targets: [{ os: 'default', uri: url }],
    })),
  })
  const fits = (body: Document) => Buffer.byteLength(JSON.stringify(withBody(body))) <= LARGEST_MESSAGE
  return withBody(fitDocument(parseMarkdown(message.body), LARGEST_MESSAGE, fits))
}
