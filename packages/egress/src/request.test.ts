import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createEgress } from './index.ts'
import { redirected } from './request.ts'

const common = { signal: new AbortController().signal, maxRedirects: 3, maxBodyBytes: 1_000 }

test('an answer that changes the protocol, which nobody asked for, is a failure', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const answer = await createEgress({ deny: new Set() }).request({
      ...common,
      url: `http://127.0.0.1:${port}/`,
    })
    expect(answer).toMatchObject({ ok: false, failure: { code: 'protocol' } })
  } finally {
    server.close()
  }
})

test('its own Host goes to the host that it was meant for, and to no other', () => {
  const from = new URL('http://10.0.0.1/a')
  const options = { ...common, url: from.href, headers: { Host: 'shop.example', accept: '*/*' } }
  const to = (url: string) => redirected(options, from, new URL(url), 302).headers
  expect(to('http://10.0.0.1/b')).toEqual(options.headers)
  expect(to('https://www.example/b')).toEqual({ accept: '*/*' })
})
