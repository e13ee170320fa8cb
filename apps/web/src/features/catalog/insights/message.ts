import { trimEndOf } from '@binnacle/contract/text'

/**
 * The text of a message that an analyzer may write as HTML. It is shown as text: its elements are dropped, and its
 * paragraphs, lines and list items begin new lines. The parser builds its own document, in which nothing runs.
 */
export function messageText(message: string): string {
  if (!/<[a-z][^<>]*>/i.test(message)) return message.trim()
  const parsed = new DOMParser().parseFromString(message, 'text/html')
  for (const element of parsed.querySelectorAll('script, style')) element.remove()
  for (const element of parsed.querySelectorAll('br, p, li, tr, div, h1, h2, h3, h4, pre'))
    element.append('\n')
  return (parsed.body.textContent ?? '')
    .split('\n')
    .map((line) => trimEndOf(line, ' \t'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
