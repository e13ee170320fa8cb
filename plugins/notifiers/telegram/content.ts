import { messageSymbol, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import {
  type Dialect,
  type Document,
  fitDocument,
  linkParagraph,
  parseMarkdown,
  plainHeading,
  plainText,
  renderDocument,
  withoutMentions,
} from '@binnacle/plugin-kit/notifier-markdown'

/** https://core.telegram.org/bots/api#sendmessage: "1-4096 characters after entities parsing" */
const LONGEST_TEXT = 4_096

/** Characters that MarkdownV2 gives a meaning: https://core.telegram.org/bots/api#markdownv2-style */
export function escapeTelegram(text: string): string {
  return text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/gu, String.raw`\$&`)
}

const escapeCode = (code: string) => code.replaceAll(/[`\\]/gu, String.raw`\$&`)
const marks = { bold: '*', italic: '_', strike: '~' } as const

/** Telegram's MarkdownV2. */
export const markdownV2: Dialect = {
  text: (text) => escapeTelegram(withoutMentions(text)),
  code: (code) => `\`${escapeCode(code)}\``,
  codeBlock: (code) => `\`\`\`\n${escapeCode(code)}\n\`\`\``,
  style: (rendered, style) => `${marks[style]}${rendered}${marks[style]}`,
  link: (label, url) => `[${label}](${url.replaceAll(/[)\\]/gu, String.raw`\$&`)})`,
  // Two underscores start an underline; an empty bold text between them is Telegram's own advice.
  between: (left, right) => (left.endsWith('_') && right.startsWith('_') ? '**' : ''),
  item: (rendered, marker, level) =>
    `${'  '.repeat(Math.min(level, 8))}${escapeTelegram(marker)} ${rendered}`,
  quote: (rendered) => rendered.replaceAll(/^/gmu, '>'),
  rule: '———',
}

const shownText: Dialect = {
  ...plainText,
  link: (label) => label,
  text: withoutMentions,
  quote: (text) => text,
}

/** What a message says, short enough. @param hasButtons whether links are buttons, or else a line of the text */
export function telegramContent(message: NotificationMessage, hasButtons: boolean): Document {
  const symbol = messageSymbol(message)
  const heading = message.title === '' ? [] : [plainHeading(`${symbol} ${message.title}`)]
  const links = hasButtons ? [] : linkParagraph(message.links)
  // Styles and escapes do not count.
  const lengthOf = (document: Document) => renderDocument(document, shownText).length
  const rest = LONGEST_TEXT - lengthOf(links) - 2
  return [
    ...fitDocument([...heading, ...parseMarkdown(message.body)], rest, (part) => lengthOf(part) <= rest),
    ...links,
  ]
}
