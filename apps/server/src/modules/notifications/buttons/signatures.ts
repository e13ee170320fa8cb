import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Older requests are refused: https://docs.slack.dev/authentication/verifying-requests-from-slack */
const LONGEST_DELAY = 5 * 60_000

/** Compares texts in a time that says nothing about them. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Whether Slack made a request recently, as its headers say. */
export function isRecent(timestamp: string | null, now: Date): boolean {
  const text = timestamp ?? ''
  return /^\d{1,12}$/.test(text) && Math.abs(now.getTime() - Number(text) * 1_000) <= LONGEST_DELAY
}

/** Whether a body is signed with the signing secret of a Slack app. */
export function isSignedBySlack(secret: string, headers: Headers, body: string): boolean {
  const timestamp = headers.get('x-slack-request-timestamp') ?? ''
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return isSameSecret(headers.get('x-slack-signature') ?? '', `v0=${expected}`)
}
