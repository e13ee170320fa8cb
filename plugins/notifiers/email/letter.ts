import { isUrgent } from '@binnacle/contract/health'
import { createHash } from 'node:crypto'
import {
  type Dialect,
  escapeHtml,
  parseMarkdown,
  plainText,
  renderDocument,
  simpleHtml,
} from '@binnacle/plugin-kit/notifier-markdown'
import {
  cutText,
  messageColor,
  type NotificationMessage,
  type NotifierContext,
  oneLine,
} from '@binnacle/plugin-kit/notifiers'
import type { EmailSpec } from './spec.ts'

/** RFC 5322 section 2.1.1: the longest line. Encoded characters take up to 12. */
const LONGEST_SUBJECT = 250

/** The usual HTML, with code that wraps, because phones are narrower than output of programs. */
const dialect: Dialect = {
  ...simpleHtml,
  codeBlock: (code) =>
    `<pre style="margin:0;padding:8px 10px;background:#f2f4f7;border-radius:4px;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(code)}</pre>`,
}

const button =
  'display:inline-block;margin:0 8px 8px 0;padding:8px 14px;border:1px solid #b0b7c3;border-radius:4px;color:#1a2233;text-decoration:none'

function pageOf(message: NotificationMessage, content: string): string {
  const { title, links } = message
  const buttons = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a>`,
  )
  const heading = title === '' ? '' : `<h1 style="margin:0 0 12px;font-size:18px">${escapeHtml(title)}</h1>\n`
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;background:#fff;color:#1a2233;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:640px;border-left:4px solid ${messageColor(message)};padding-left:16px;overflow-wrap:anywhere">
${heading}${content}
<p>${buttons.join('\n')}</p>
</div>
</body>
</html>
`
}

/** Message-IDs as this file writes them; a stored text in another form must not get into a header. */
const messageId = /^<[A-Za-z0-9_-]{1,80}@[A-Za-z0-9.-]{1,253}>$/

/** The same for every attempt to send a message, so that mail programs show a message that came twice once. */
function messageIdOf(key: string, sender: string): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const host = URL.parse(`http://${domain}`)?.hostname ?? 'localhost'
  return `<${createHash('sha256').update(key).digest('base64url')}@${host}>`
}

/** Headers and parts of an email, as nodemailer takes them. */
export function letterOf(
  spec: EmailSpec,
  message: NotificationMessage,
  sender: { name: string; address: string },
  context: Pick<NotifierContext, 'key' | 'now'>,
) {
  const { title, kind, severity, resource, links, opening } = message
  const body = parseMarkdown(message.body)
  const first = opening?.id !== undefined && messageId.test(opening.id) ? opening.id : undefined
  const subject = oneLine(spec.subject ?? (title === '' ? `${resource.kind} ${resource.name}` : title))
  return {
    from: sender,
    subject: cutText(subject, LONGEST_SUBJECT),
    text: `${renderDocument(body, plainText)}\n\n${links.map(({ label, url }) => `${label}: ${url}`).join('\n')}\n`,
    html: pageOf(message, renderDocument(body, dialect)),
    date: context.now(),
    messageId: messageIdOf(context.key, sender.address),
    ...(first === undefined ? {} : { inReplyTo: first, references: [first] }),
    ...(kind === 'alert' && isUrgent(severity) ? { priority: 'high' as const } : {}),
    // Out-of-office replies to alerts help nobody (RFC 3834 section 5).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
