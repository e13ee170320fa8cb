import { isUrgent } from '@binnacle/contract/health'
import { cutText, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import {
  type Block,
  type Document,
  fitDocument,
  parseMarkdown,
  type Span,
} from '@binnacle/plugin-kit/notifier-markdown'

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook: "28 KB" */
export const LARGEST_MESSAGE = 28 * 1_024
export const LONGEST_TITLE = 500

/** The colors that cards have: https://adaptivecards.microsoft.com/?topic=Container */
function containerStyle({ kind, severity }: NotificationMessage): string {
  if (kind !== 'alert') return kind === 'recovery' ? 'good' : 'accent'
  if (severity === 'info') return 'accent'
  return isUrgent(severity) ? 'attention' : 'warning'
}

/** A piece of text. Text runs know no Markdown, so nothing of them is escaped: https://adaptivecards.microsoft.com/?topic=TextRun */
function runOf({ text, styles, url }: Span, isBold: boolean) {
  return {
    type: 'TextRun',
    text,
    ...(isBold || styles.includes('bold') ? { weight: 'Bolder' } : {}),
    ...(styles.includes('italic') ? { italic: true } : {}),
    ...(styles.includes('strike') ? { strikethrough: true } : {}),
    ...(styles.includes('code') ? { fontType: 'Monospace' } : {}),
    ...(url === undefined ? {} : { color: 'Accent', selectAction: { type: 'Action.OpenUrl', url } }),
  }
}

function elementOf(block: Block, before: Block | undefined) {
  const spacing = block.kind === 'item' && before?.kind === 'item' ? { spacing: 'None' } : {}
  const rich = (inlines: readonly unknown[]) => ({ type: 'RichTextBlock', inlines, ...spacing })
  if (block.kind === 'rule') return rich([{ type: 'TextRun', text: '———' }])
  if (block.kind === 'code') return rich([{ type: 'TextRun', text: block.text, fontType: 'Monospace' }])
  const runs = block.spans.map((span) => runOf(span, block.kind === 'heading'))
  if (block.kind === 'quote') return rich([{ type: 'TextRun', text: '│ ' }, ...runs])
  if (block.kind !== 'item') return rich(runs)
  // A no-break space keeps the indentation.
  return rich([{ type: 'TextRun', text: `${'\u00A0'.repeat(4 * block.level)}${block.marker} ` }, ...runs])
}

/** The message for a workflow: https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook */
export function adaptiveCard(message: NotificationMessage) {
  const title = cutText(message.title, LONGEST_TITLE)
  const heading = {
    type: 'Container',
    style: containerStyle(message),
    bleed: true,
    items: [
      {
        type: 'RichTextBlock',
        inlines: [{ type: 'TextRun', text: title === '' ? ' ' : title, weight: 'Bolder', size: 'Medium' }],
      },
    ],
  }
  const actions = message.links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url }))
  const withBody = (body: Document) => ({
    type: 'message',
    ...(title === '' ? {} : { summary: title }),
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [heading, ...body.map((block, index) => elementOf(block, body[index - 1]))],
          ...(actions.length === 0 ? {} : { actions }),
        },
      },
    ],
  })
  const fits = (body: Document) => Buffer.byteLength(JSON.stringify(withBody(body))) <= LARGEST_MESSAGE
  return withBody(fitDocument(parseMarkdown(message.body), LARGEST_MESSAGE, fits))
}
