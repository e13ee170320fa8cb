import { type NotificationMessage, splitIds } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { matrixConnection, startMatrix } from './targets.ts'

async function start(connection = matrixConnection('syt_token')) {
  const server = await startMatrix()
  onTestFinished(() => server.stop())
  const send = async (message: Partial<NotificationMessage>, rooms = '!good:example.com', key = 'key') => {
    const before = server.calls.length
    const input = { spec: rooms === '' ? {} : { rooms }, connection }
    const options = { egress: server.egress, key }
    const sent = await notifyForTest(notifier, run, input, messageForTest(message), options)
    return { sent, calls: server.calls.slice(before) }
  }
  return { ...server, send }
}

test('a message is text and HTML, calls nobody, and its key makes the server take it once', async () => {
  const { send, events } = await start()
  const { sent, calls } = await send({ title: 'a < b', body: '**Disk** of `db`\nis <b>full</b> @room' })
  expect(sent).toEqual({ ok: true, value: { id: '!good%3Aexample.com=%24event0' } })
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    method: 'PUT',
    host: 'matrix.example.com',
    path: '/_matrix/client/v3/rooms/!good%3Aexample.com/send/m.room.message/key',
    headers: { authorization: 'Bearer syt_token' },
  })
  expect(calls[0]?.json).toMatchObject({
    msgtype: 'm.text',
    body: expect.stringMatching(/^🔴 a < b\n\nDisk of db\nis <b>full<\/b> @room\n\nView \(https:/u),
    format: 'org.matrix.custom.html',
    formatted_body: expect.stringContaining(
      '●</font> <b>a &lt; b</b><br><br><b>Disk</b> of <code>db</code><br>is &lt;b&gt;full&lt;/b&gt; @room<br><br><a href="https://binnacle.example/health?checkId=1">View</a>',
    ),
    'm.mentions': {},
  })
  await send({})
  await send({}, undefined, 'other')
  expect([...events.keys()]).toEqual(['!good:example.com key', '!good:example.com other'])
})

test('a recovery is in the thread of its alert in every room', async () => {
  const { send } = await start()
  const { sent } = await send({}, '#alerts:example.com,!invited:example.com')
  const opening = sent.ok ? sent.value : {}
  const ids = splitIds(opening.id)
  const { calls } = await send(
    { kind: 'recovery', opening },
    '#alerts:example.com, !invited:example.com',
    'two',
  )
  const relations = calls.filter(({ method }) => method === 'PUT').map(({ json }) => json)
  expect(relations).toMatchObject(
    ['#alerts:example.com', '!invited:example.com'].map((room) => ({
      'm.relates_to': { rel_type: 'm.thread', event_id: ids.get(room), is_falling_back: true },
    })),
  )
})

test('a room that invited the user is joined; without rooms every joined one gets the message', async () => {
  const { send } = await start()
  const { sent, calls } = await send({}, '!invited:example.com')
  expect(sent.ok).toBe(true)
  expect(calls.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PUT'])
  const { calls: all } = await send({}, '', 'three')
  expect(all.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

test('a user signs in once for many messages, also at once, and again when the session ended', async () => {
  const { send, endSessions, calls } = await start(matrixConnection('right', 'alerts'))
  const many = await Promise.all(['1', '2', '3'].map((key) => send({}, '!good:example.com', key)))
  expect(many.every(({ sent }) => sent.ok)).toBe(true)
  const logins = () => calls.filter(({ path }) => path.endsWith('/login'))
  expect(logins()).toHaveLength(1)
  expect(logins()[0]?.json).toMatchObject({
    type: 'm.login.password',
    identifier: { type: 'm.id.user', user: 'alerts' },
    device_id: expect.stringMatching(/^BINNACLE[0-9A-F]{10}$/u),
  })
  endSessions()
  expect((await send({}, '!good:example.com', '4')).sent.ok).toBe(true)
  expect(logins()).toHaveLength(2)
})

test('a refusal says why and how long to wait, and shows no password and no token', async () => {
  const { send } = await start()
  const failureOf = async (rooms: string) => (await send({}, rooms)).sent
  expect(await failureOf('!busy:example.com')).toEqual({
    ok: false,
    failure: {
      message: 'Matrix answered with status 429: Too many requests (M_LIMIT_EXCEEDED)',
      isTemporary: true,
      waitMilliseconds: 2_000,
    },
  })
  expect(await failureOf('!private:example.com')).toMatchObject({
    failure: { message: expect.stringContaining('cannot join it; invite it'), isTemporary: false },
  })
  expect(await failureOf('#none:example.com')).toMatchObject({
    failure: { message: expect.stringContaining('(M_NOT_FOUND)') },
  })
  const { send: wrong } = await start(matrixConnection('wrong-password', 'alerts'))
  const { sent } = await wrong({})
  expect(sent).toMatchObject({ failure: { message: expect.stringContaining('signing in failed') } })
  expect(JSON.stringify(sent)).not.toContain('wrong-password')
})

test('a long body is cut so that the event is small enough', async () => {
  const { send } = await start()
  const { calls } = await send({ body: '<é'.repeat(19_000) })
  expect(Buffer.byteLength(calls[0]?.body ?? '')).toBeLessThan(60_000)
  expect(calls[0]?.json).toMatchObject({ formatted_body: expect.stringMatching(/(?:&lt;|é)…<br>/u) })
})
