import { expect, test } from 'vitest'
import { isRecent, isSignedBySlack } from './signatures.ts'

// The example of https://docs.slack.dev/authentication/verifying-requests-from-slack
const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const body =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
const headers = (changes: Record<string, string> = {}) =>
  new Headers({
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    ...changes,
  })

test("the example of Slack's documentation is signed, and anything else is not", () => {
  expect(isSignedBySlack(secret, headers(), body)).toBe(true)
  expect(isSignedBySlack(secret, headers(), `${body}&`)).toBe(false)
  expect(isSignedBySlack('other', headers(), body)).toBe(false)
  expect(isSignedBySlack(secret, headers({ 'x-slack-request-timestamp': '1531420619' }), body)).toBe(false)
  expect(isSignedBySlack(secret, new Headers(), body)).toBe(false)
})

test.each([
  ['1531420618', 0, true],
  ['1531420618', 299_000, true],
  ['1531420618', 301_000, false],
  ['1531420618', -301_000, false],
  ['1e99', 0, false],
  [null, 0, false],
])('a request of %s that arrives %i ms later is recent: %s', (timestamp, later, expected) => {
  expect(isRecent(timestamp, new Date(1_531_420_618_000 + later))).toBe(expected)
})
