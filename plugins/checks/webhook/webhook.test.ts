import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import { problemsForTest, runForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

const token = 'a-token-of-24-characters'

function send(contentType: string, text: string) {
  const received: ReceivedMessage = {
    headers: { 'content-type': contentType, 'x-event': 'a' },
    contentType,
    text,
  }
  return runForTest(check, run, { token }, { received })
}

test('JSON is what scripts see as results.json, beside the headers in both spellings', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
    const { data, ...outcome } = await send(type, '{ "status": "done" }')
    expect(outcome).toMatchObject({ state: 'healthy', message: 'received 20 bytes' })
    expect(outcome.details).toMatchObject({ json: { status: 'done' }, headers: { 'x-event': 'a' } })
    expect(data?.().values?.['results']).toMatchObject({
      json: { status: 'done' },
      headers: { 'x-event': 'a', 'X-Event': 'a' },
    })
  }
})

test('another message is text, of which the beginning is kept', async () => {
  const { details } = await send('text/plain', `${'x'.repeat(20_000)}end`)
  expect(details?.['content']).toBe('x'.repeat(10_240))
})

test('a message that is not the JSON it says it is is unhealthy', async () => {
  expect(await send('application/json', '{')).toMatchObject({
    state: 'unhealthy',
    error: expect.stringMatching(/^the message is not JSON: /),
    details: { content: '{' },
  })
})

test('a message that takes long to parse is not parsed', async () => {
  expect(await send('application/json', '['.repeat(10_000))).toMatchObject({
    state: 'unhealthy',
    error: 'the message has more than 1000 levels of lists and objects',
  })
})

test('a message with more values than are kept is not parsed', async () => {
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1])))
  expect(await send('application/json', keys(6_000))).toMatchObject({ state: 'healthy' })
  expect(await send('application/json', keys(60_000))).toMatchObject({
    state: 'unhealthy',
    error: expect.stringMatching(/^the message has more values than are read/),
  })
})

test('without a message nothing is known', async () => {
  expect(await runForTest(check, run, { token })).toMatchObject({ state: 'unknown' })
})

test('a token is required, and long enough that nobody finds it by trying', () => {
  expect(problemsForTest(check, {})).toEqual(['token: This field is required'])
  const short = 'token: a token needs at least 16 characters'
  expect(problemsForTest(check, { token: 'fifteen-letters' })).toEqual([short])
  expect(problemsForTest(check, { token: { value: 'fifteen-letters' } })).toEqual([short])
  expect(problemsForTest(check, { token: 'secret://hooks/token' })).toEqual([])
  const kept = { valueFrom: { secretKeyRef: { name: 'hooks', key: 'token' } } }
  expect(problemsForTest(check, { token: kept })).toEqual([])
})
