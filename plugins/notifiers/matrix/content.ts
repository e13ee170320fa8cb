import { colorFor, messageSymbol, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import {
  type Dialect,
  type Document,
  escapeHtml,
  fitDocument,
  linkParagraph,
  parseMarkdown,
  plainText,
  renderDocument,
  simpleHtml,
} from '@binnacle/plugin-kit/notifier-markdown'
import { cutText } from '@binnacle/plugin-kit/notifiers'

/** Events have at most 65,536 bytes (https://spec.matrix.org/v1.16/client-server-api/#size-limits), most of it this. */
const LARGEST_CONTENT = 56_000
const LONGEST_TITLE = 500

const html: Dialect = {
  ...simpleHtml,
  style: (rendered, style) =>
    style === 'strike' ? `<del>${rendered}</del>` : simpleHtml.style(rendered, style),
}

/** A message: https://spec.matrix.org/v1.16/client-server-api/#mroommessage-msgtypes */
export function matrixContent(message: NotificationMessage, color: string | undefined) {
  const title = cutText(message.title, LONGEST_TITLE)
  const links = linkParagraph(message.links)
  const dot = `<font color="${colorFor(color, message)}" data-mx-color="${colorFor(color, message)}">●</font>`
  const contentOf = (body: Document) => {
    const all = [...body, ...links]
    const plain = [title === '' ? '' : `${messageSymbol(message)} ${title}`, renderDocument(all, plainText)]
    const marked = [title === '' ? '' : `${dot} <b>${escapeHtml(title)}</b>`, renderDocument(all, html)]
    return {
      msgtype: 'm.text',
      body: plain.filter((text) => text !== '').join('\n\n'),
      format: 'org.matrix.custom.html',
      formatted_body: marked.filter((text) => text !== '').join('<br><br>'),
      // Says that the message calls nobody, not even a room with @room in the text.
      'm.mentions': {},
    }
  }
  const body = fitDocument(
    parseMarkdown(message.body),
    // The text is in the event twice.
    LARGEST_CONTENT / 2,
    (part) => Buffer.byteLength(JSON.stringify(contentOf(part))) <= LARGEST_CONTENT,
  )
  return contentOf(body)
}

/** Puts a message into the thread of another: https://spec.matrix.org/v1.16/client-server-api/#threading */
export function threadOf(event: string | undefined) {
  if (event === undefined) return {}
  return {
    'm.relates_to': {
      rel_type: 'm.thread',
      event_id: event,
      is_falling_back: true,
      'm.in_reply_to': { event_id: event },
    },
  }
}
