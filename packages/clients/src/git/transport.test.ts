import { connect } from 'node:net'
import { listen } from '@binnacle/plugin-kit/servers'
import { contextForTest } from '@binnacle/plugin-kit/testing'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOKEN_HEADER } from './shell.ts'
import { readGitAddress } from './address.ts'
import { type GitService, openGitTransport } from './transport.ts'

const requests: (string | undefined)[][] = []
const server = createServer((request, response) => {
  requests.push([
    request.method,
    request.url,
    request.headers.authorization,
    request.headers['x-own']?.toString(),
  ])
  response.end('answer')
})
let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await listen(server, 0)
  url = `http://127.0.0.1:${started.port}/a.git`
  stop = started.stop
})
afterAll(() => stop())

function open(written: string, services: readonly GitService[]) {
  const address = readGitAddress(written)
  if (address === undefined) throw new Error(`no address: ${written}`)
  const secrets = { credentials: { password: 'token' }, privateKey: undefined, hostKey: undefined }
  return openGitTransport({ address, tls: {}, services, ...secrets }, contextForTest())
}

test('a transport passes on what git reads, with the account, and nothing else', async () => {
  const transport = await open(url, ['git-upload-pack'])
  const token = transport.environment['BINNACLE_GIT_TOKEN'] ?? ''
  const send = async (address: string, method = 'GET', given = token) =>
    (await fetch(address, { method, headers: { 'x-own': 'x', [TOKEN_HEADER]: given } })).status
  const { origin } = new URL(transport.url)
  expect(
    await Promise.all([
      send(`${origin}/info/refs?service=git-upload-pack`),
      send(`${transport.url}/info/refs?service=git-upload-pack`, 'GET', '0'.repeat(32)),
      send(`${transport.url}/info/refs?service=git-receive-pack`),
      send(`${transport.url}/git-receive-pack`, 'POST'),
      send(`${transport.url}/info/refs?service=git-upload-pack&x`),
      send(`${transport.url}/..%2fother.git/info/refs?service=git-upload-pack`),
      send(`${transport.url}/HEAD`),
    ]),
  ).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect(requests).toEqual([])
  expect(await send(`${transport.url}/info/refs?service=git-upload-pack`)).toBe(200)
  const proof = `Basic ${Buffer.from('git:token').toString('base64')}`
  expect(requests).toEqual([['GET', '/a.git/info/refs?service=git-upload-pack', proof, undefined]])
  await transport.close()
  await expect(send(`${transport.url}/info/refs?service=git-upload-pack`)).rejects.toThrow('fetch failed')
})

test('a transport to SSH hangs up on who asks for another path or service', async () => {
  const transport = await open('ssh://git@127.0.0.1:1/a.git', ['git-upload-pack'])
  const { port, pathname } = new URL(transport.url)
  const say = (words: string) =>
    new Promise<string>((resolve) => {
      const line = `${words}\0host=x\0`
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${(line.length + 4).toString(16).padStart(4, '0')}${line}`),
      )
      socket.on('error', () => {})
      socket.on('close', () => resolve(transport.failure()?.message ?? 'nothing was asked'))
    })
  expect(await say('git-upload-pack /other')).toBe('nothing was asked')
  expect(await say(`git-receive-pack ${pathname}`)).toBe('nothing was asked')
  expect(await say(`git-upload-pack ${pathname}`)).toContain('127.0.0.1:1')
  await transport.close()
})
