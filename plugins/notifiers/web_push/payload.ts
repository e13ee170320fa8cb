import type { PushMessage } from '@binnacle/contract/on-call'
import { bytesOf, cutText, type NotificationMessage, oneLine } from '@binnacle/plugin-kit/notifiers'
import { linkOf, urgencyOf } from '../urgency.ts'

/**
 * RFC 8030 section 7.2: push services take at least 4096 bytes, and most take no more. Encryption adds a head of 86 bytes,
 * a tag of 16 and a delimiter (RFC 8188 section 2).
 */
const LONGEST_PAYLOAD = 4_096 - 86 - 16 - 1
const LONGEST_TITLE = 200
/** From this urgency on a message stays on the screen. */
const URGENT = 4

/** Bytes of a text inside JSON. */
const jsonBytesOf = (text: string) => bytesOf(JSON.stringify(text)) - 2

/** The button to acknowledge, of alerts only. */
function acknowledgeOf(message: NotificationMessage): Pick<PushMessage, 'acknowledge'> {
  const { label, url, post } = (message.kind === 'alert' ? linkOf(message, 'acknowledge') : undefined) ?? {}
  return label === undefined || url === undefined || post === undefined
    ? {}
    : { acknowledge: { label, url: post, page: url } }
}

/** What the service worker of the web application gets, as JSON. The body gets the room that the rest leaves. */
export function payloadOf(message: NotificationMessage): string {
  const { kind, time, alert, resource } = message
  const title = oneLine(message.title === '' ? `${resource.kind} ${resource.name}` : message.title)
  const payload: PushMessage = {
    title: cutText(title, LONGEST_TITLE, jsonBytesOf),
    body: '',
    tag: alert,
    url: linkOf(message, 'view')?.url ?? '/',
    time: time.toISOString(),
    urgent: kind === 'alert' && urgencyOf(message) >= URGENT,
    ...acknowledgeOf(message),
  }
  const room = LONGEST_PAYLOAD - bytesOf(JSON.stringify(payload))
  return JSON.stringify({ ...payload, body: cutText(message.body, Math.max(room, 3), jsonBytesOf) })
}
