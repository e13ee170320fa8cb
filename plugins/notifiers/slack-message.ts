import { isRecord } from '@binnacle/contract/schema'
import { colorFor, cutText, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import {
  type Dialect,
  documentPieces,
  parseMarkdown,
  plainText,
  renderDocument,
} from '@binnacle/plugin-kit/notifier-markdown'
import { acknowledgeCode } from './urgency.ts'

// Limits: https://docs.slack.dev/reference/block-kit/blocks/section-block (3,000 characters),
// https://docs.slack.dev/reference/block-kit/block-elements/button-element (text 75, URL 3,000) and
// https://docs.slack.dev/reference/block-kit/blocks (50 blocks a message).
const LONGEST_SECTION = 3_000
const LONGEST_BUTTON = 75
const LONGEST_BUTTON_URL = 3_000
const MOST_BLOCKS = 50
/** Slack refuses more than about 13,000 characters in all blocks (msg_blocks_too_long). */
const MOST_SECTIONS = 4
/** https://docs.slack.dev/reference/methods/chat.postMessage: 4,000 recommended, cut after 40,000. */
const LONGEST_TEXT = 4_000
/** Titles are one line; this leaves room for escapes in a section. */
const LONGEST_TITLE = 500

/** Escapes text, because <!channel> would call everyone: https://docs.slack.dev/messaging/formatting-message-text */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const marks = { bold: '*', italic: '_', strike: '~' } as const

/** Slack's "mrkdwn". */
const mrkdwn: Dialect = {
  text: escapeSlack,
  // There is no escape for the sign that ends code.
  code: (code) => `\`${escapeSlack(code.replaceAll('`', "'").replaceAll('\n', ' '))}\``,
  codeBlock: (code) => `\`\`\`\n${escapeSlack(code.replaceAll('```', "'''"))}\n\`\`\``,
  style: (rendered, style) => `${marks[style]}${rendered}${marks[style]}`,
  link: (label, url) =>
    `<${escapeSlack(url.replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C'))}|${label.replaceAll('\n', ' ')}>`,
  item: (rendered, marker, level) => `${'    '.repeat(Math.min(level, 5))}${marker} ${rendered}`,
  quote: (rendered) => rendered.replaceAll(/^/gmu, '> '),
  rule: '———',
}

type Json = Readonly<Record<string, unknown>>

/** Verbatim text has no names of people and channels that Slack turns into mentions. */
const section = (text: string): Json => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })

/** @param hasReceiver whether Slack reports presses to us, so that the button to acknowledge opens no page */
function buttons(message: NotificationMessage, hasReceiver: boolean): Json[] {
  const code = hasReceiver ? acknowledgeCode(message) : undefined
  const elements = message.links
    .filter(({ url }) => url.length <= LONGEST_BUTTON_URL)
    .map(({ name, label, url }, index) => ({
      type: 'button',
      action_id: name,
      text: { type: 'plain_text', text: cutText(label, LONGEST_BUTTON), emoji: false },
      ...(name === 'acknowledge' && code !== undefined ? { value: code } : { url }),
      ...(index === 0 ? { style: 'primary' } : {}),
    }))
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}

/** The blocks that a template made, if the body is JSON with blocks. */
function templateBlocks(body: string): unknown[] | undefined {
  const text = body.trim()
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) && Array.isArray(parsed['blocks']) ? parsed['blocks'] : undefined
  } catch {
    return undefined
  }
}

const broadcast = /<!(?=channel|here|everyone|subteam)/giu

/** Blocks with mentions of everybody made harmless: a template may have filled them with what a target said. */
function withoutBroadcasts(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(broadcast, '&lt;!')
  if (Array.isArray(value)) return value.map(withoutBroadcasts)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBroadcasts(item)]))
}

/** Texts of blocks, for notifications on phones, which show no blocks. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'text' && typeof item === 'string' ? [item] : textsOf(item),
  )
}

/**
 * What a message is for Slack: https://docs.slack.dev/messaging/formatting-message-text. The color is that of an
 * attachment: https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments.
 * @param hasReceiver whether Slack reports pressed buttons to us
 */
export function slackMessage(
  message: NotificationMessage,
  color: string | undefined,
  hasReceiver = false,
): Json {
  const title = cutText(message.title, LONGEST_TITLE)
  const given = templateBlocks(message.body)
  const links = { unfurl_links: false, unfurl_media: false }
  if (given !== undefined) {
    const blocks = withoutBroadcasts(given.slice(0, MOST_BLOCKS))
    const text = title === '' ? textsOf(blocks).join(' ') : escapeSlack(title)
    return { text: cutText(text, LONGEST_TEXT), blocks, ...links }
  }
  const body = parseMarkdown(message.body)
  const sections = documentPieces(
    body,
    MOST_SECTIONS,
    LONGEST_SECTION,
    (piece) => renderDocument(piece, mrkdwn).length <= LONGEST_SECTION,
  )
    .map((piece) => renderDocument(piece, mrkdwn))
    .filter((text) => text.trim() !== '')
    .map(section)
  const text = title === '' ? renderDocument(body, plainText) : title
  const blocks = [...sections, ...buttons(message, hasReceiver)]
  // Text beside an attachment without other blocks would be shown as well as read out.
  const heading = title === '' ? {} : { blocks: [section(mrkdwn.style(escapeSlack(title), 'bold'))] }
  const fallback = escapeSlack(cutText(text, 500))
  return {
    ...(title === '' && blocks.length > 0 ? {} : { text: escapeSlack(cutText(text, LONGEST_TEXT / 5)) }),
    ...heading,
    ...(blocks.length === 0 ? {} : { attachments: [{ color: colorFor(color, message), fallback, blocks }] }),
    ...links,
  }
}

const words: Readonly<Record<string, string>> = {
  access_denied: 'the app has no access',
  account_inactive: 'the token belongs to an account or workspace that was deleted',
  action_prohibited: 'an administrator of the workspace does not allow this webhook to post',
  as_user_not_supported: 'the app cannot post as a person',
  channel_is_archived: 'the channel is archived',
  channel_not_found: 'the channel does not exist, or it is private and the bot is not in it; invite the bot',
  ekm_access_denied: 'an administrator of the workspace has suspended posting',
  invalid_auth: 'the token is not valid',
  invalid_blocks: 'the template makes blocks that Slack does not accept',
  invalid_blocks_format: 'the template makes blocks that Slack does not accept',
  invalid_token: 'the address of the webhook is not valid or was revoked',
  is_archived: 'the channel is archived',
  messages_tab_disabled: 'the app takes no direct messages; turn on its Messages Tab',
  missing_scope:
    'the token has no permission to post; add the scope chat:write to the app and install it again',
  msg_blocks_too_long: 'the blocks of the message are too long',
  msg_too_long: 'the message is too long',
  no_active_hooks: 'the webhook is turned off',
  no_service: 'the webhook was removed or turned off',
  no_service_id: 'the address of the webhook is not complete',
  no_team: 'the workspace of the webhook does not exist',
  not_authed: 'the connection has no token',
  not_allowed_token_type: 'this kind of token cannot post; use a bot token, which starts with xoxb-',
  not_in_channel: 'the bot is not in the channel; invite it there',
  org_login_required: 'the workspace is being moved to an organization',
  posting_to_general_channel_denied: 'the bot may not post to the general channel',
  ratelimited: 'too many messages',
  rate_limited: 'too many messages',
  restricted_action: 'an administrator of the workspace does not allow the bot to post there',
  restricted_action_read_only_channel: 'the channel is read-only',
  team_access_not_granted: 'the app has no access to this workspace',
  team_disabled: 'the workspace is disabled',
  team_not_found: 'the workspace of the token does not exist',
  token_expired: 'the token has expired',
  token_revoked: 'the token was revoked; install the app again',
  user_not_found: 'the person does not exist',
}

const temporary: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'org_login_required',
  'rate_limited',
  'ratelimited',
  'request_timeout',
  'rollup_error',
  'service_unavailable',
  'team_added_to_org',
])

/** An error of Slack such as `channel_not_found`, in words. */
export function slackWords(code: string): string {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return known === undefined ? code : `${known} (${code})`
}

/** Whether a message may be taken later that Slack refused with this error. */
export function isTemporaryForSlack(code: string): boolean {
  return temporary.has(code)
}
