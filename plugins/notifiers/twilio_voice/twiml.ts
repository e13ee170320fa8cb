import { cutText, type NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { linkOf } from '../urgency.ts'
import type { TwilioVoiceSpec } from './spec.ts'

/** https://www.twilio.com/docs/voice/api/call-resource#twiml: characters of the instructions of a call. */
const LONGEST_TWIML = 4_000
/** Nobody listens longer; about a minute. */
const LONGEST_SPEECH = 800
const PAUSE_SECONDS = 5

/** Escapes a text for XML, in attributes too, and removes characters that XML cannot have. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/** What a voice can say of a text: no addresses, no line breaks. */
export function spoken(text: string): string {
  return text
    .replaceAll(/\bhttps?:\/\/\S+/gi, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Characters of a text after escaping; never fewer than before. */
const escapedLength = (text: string) => Math.max(escapeXml(text).length, text.length)

/** Instructions for a call (https://www.twilio.com/docs/voice/twiml). */
export function twimlOf(spec: TwilioVoiceSpec, message: NotificationMessage): string {
  const acknowledge = message.kind === 'alert' ? linkOf(message, 'acknowledge')?.call : undefined
  const voice = spec.voice === undefined ? '' : ` voice="${escapeXml(spec.voice)}"`
  const say = (text: string) => `<Say language="${escapeXml(spec.language)}"${voice}>${escapeXml(text)}</Say>`
  // With one digit and no key that ends the input, every key is sent, and who receives it says what it means.
  const gather = (inner: string) =>
    acknowledge === undefined
      ? `${inner}<Pause length="1"/>`
      : `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${PAUSE_SECONDS}" method="POST" action="${escapeXml(acknowledge)}">${inner}</Gather>`
  const write = (text: string) => {
    const inner = say(acknowledge === undefined ? text : `${text} ${spec.prompt}`)
    return `<Response>${gather(inner).repeat(spec.repeat)}</Response>`
  }
  const { title, body } = message
  const text = [title, body]
    .map(spoken)
    .filter((part) => part !== '')
    .join('. ')
  const room = Math.floor((LONGEST_TWIML - write('').length) / spec.repeat)
  return write(cutText(cutText(text, LONGEST_SPEECH), Math.max(room, 1), escapedLength))
}
