import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { NotifierFailure, SentMessage } from './notifier.ts'

/** A failure that repeating the message cannot heal. */
export function permanent(message: string): { ok: false; failure: NotifierFailure } {
  return fail({ message, isTemporary: false })
}

/**
 * The address of a service that people enter as a host such as `chat.example.com:8443`, or with http:// or https://
 * before it and a path after it.
 * @param port of the connection; used if the host has none
 * @returns the address without a slash at its end
 */
export function serviceAddress(
  service: string,
  host: string | undefined,
  port?: string,
): Result<string, NotifierFailure> {
  const text = host?.trim() ?? ''
  if (text === '') return permanent(`the connection has no host of ${service}`)
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return permanent(`the host of the connection is not an address of ${service}`)
  if (url.port === '' && port !== undefined && port !== '') url.port = port
  return succeed(`${url.origin}${trimEndOf(url.pathname, '/')}`)
}

/** The ids of one message in several chats or rooms, as one text. */
function joinIds(ids: readonly (readonly [place: string, id: string])[]): string {
  return ids.map(([place, id]) => `${encodeURIComponent(place)}=${encodeURIComponent(id)}`).join('&')
}

/** The ids that `joinIds` made a text of, by place. */
export function splitIds(text: string | undefined): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(text ?? ''))
}

/** Places of a comma-separated text, each once. */
export function splitPlaces(text: string | undefined): string[] {
  const places = (text ?? '').split(',').map((place) => place.trim())
  return [...new Set(places)].filter((place) => place !== '')
}

/**
 * Sends a message to several chats or rooms, and tries them all even if one fails.
 * @param kind what the places are, such as chats
 * @param send sends to one place. @returns the id of the message there
 */
export async function sendToPlaces(
  kind: string,
  places: readonly string[],
  send: (place: string) => Promise<Result<string, NotifierFailure>>,
): Promise<Result<SentMessage, NotifierFailure>> {
  const ids: [string, string][] = []
  const failures: { place: string; failure: NotifierFailure }[] = []
  for (const place of places) {
    const sent = await send(place)
    if (sent.ok) ids.push([place, sent.value])
    else failures.push({ place, failure: sent.failure })
  }
  const [first] = failures
  if (first === undefined) return succeed({ id: joinIds(ids) })
  if (places.length === 1) return fail(first.failure)
  const waits = failures.flatMap(({ failure }) => failure.waitMilliseconds ?? [])
  const reasons = failures.map(({ place, failure }) => `${place}: ${failure.message}`).join('; ')
  return fail({
    message: `sent to ${ids.length} of ${places.length} ${kind}; ${reasons}`,
    isTemporary: failures.some(({ failure }) => failure.isTemporary),
    ...(waits.length === 0 ? {} : { waitMilliseconds: Math.max(...waits) }),
  })
}
