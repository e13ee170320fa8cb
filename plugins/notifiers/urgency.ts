import type { MessageLink, NotificationMessage } from '@binnacle/plugin-kit/notifiers'

/** How urgent a message is, from 1, which makes no sound, to 5, which must wake somebody. */
export type Urgency = 1 | 2 | 3 | 4 | 5

const urgencies: Readonly<Record<NotificationMessage['severity'], Urgency>> = {
  critical: 5,
  blocker: 5,
  high: 4,
  medium: 3,
  warning: 3,
  low: 2,
  info: 2,
}

/** The urgency of a message: that of its severity for an alert; a recovery wakes nobody. */
export function urgencyOf({ kind, severity }: Pick<NotificationMessage, 'kind' | 'severity'>): Urgency {
  if (kind === 'alert') return urgencies[severity]
  return kind === 'recovery' ? 3 : 2
}

/** A link of a message. */
export function linkOf({ links }: NotificationMessage, name: MessageLink['name']): MessageLink | undefined {
  return links.find((link) => link.name === name)
}

/**
 * The part of the link to acknowledge that a button carries where the service reports presses itself: at most 64 bytes,
 * as Telegram takes. Undefined for messages that are no alert.
 */
export function acknowledgeCode(message: NotificationMessage): string | undefined {
  const post = message.kind === 'alert' ? linkOf(message, 'acknowledge')?.post : undefined
  return post === undefined ? undefined : post.slice(post.lastIndexOf('/') + 1).split('.', 1)[0]
}

/** The links of a message as lines of text. */
export function linkLines({ links }: NotificationMessage): string {
  return links.map(({ label, url }) => `${label}: ${url}`).join('\n')
}
