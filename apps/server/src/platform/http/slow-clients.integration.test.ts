import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'

let app: TestApp
let admin: TestBrowser
/** Entries of the server's log. */
let logged: { level: number; msg: string }[] = []

beforeAll(async () => {
  app = await startTestApp({
    log: await createLog('debug', { write: (line) => void logged.push(JSON.parse(line)) }),
    limits: {
      headersMilliseconds: 300,
      requestMilliseconds: 60_000,
      checkMilliseconds: 50,
      bodyPace: { grace: 300, rate: 1_000_000 },
      perAddress: 40,
    },
  })
  admin = await app.signedIn()
})

interface Line {
  socket: Socket
  received(): string
  /**
   * Waits until the server closed the connection, many times as long as it may take.
   * @param drip what is sent every now and then meanwhile
   * @returns whether it did
   */
  cut(drip?: string): Promise<boolean>
}

const PATIENCE = 10_000

function openLine(): Line {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let received = ''
  const closed = new AbortController()
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.on('close', () => closed.abort())
  socket.on('error', () => undefined)
  const cut = async (drip?: string) => {
    const timer = setInterval(() => drip !== undefined && socket.write(drip), 20)
    await sleep(PATIENCE, undefined, { signal: closed.signal }).catch(() => undefined)
    clearInterval(timer)
    socket.destroy()
    return closed.signal.aborted
  }
  return { socket, received: () => received, cut }
}

const cookie = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The head of a request that says how long its body is. */
const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`

// At once, so that a server that cuts none is found within the patience for one.
describe.concurrent('a connection is cut', () => {
  test.each([
    ['that sends nothing', ''],
    ['whose request line does not end', 'GET /api/ab'],
    ['whose headers do not end', 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n'],
  ])('%s', async (_what, text) => {
    const line = openLine()
    line.socket.write(text)
    expect(await line.cut()).toBe(true)
    expect(line.received()).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  test('whose headers come one byte at a time', async () => {
    const line = openLine()
    line.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
    expect(await line.cut('a')).toBe(true)
  })

  test.each(['/api/db/agents', '/api/resources/search', '/kratos/self-service/login?flow=x'])(
    'whose body for %s comes one byte at a time',
    async (path) => {
      const line = openLine()
      line.socket.write(head(path, 60_000, `cookie: ${cookie()}\r\n`))
      expect(await line.cut(' ')).toBe(true)
      expect(line.received()).toMatch(/^HTTP\/1\.1 (408|400) .*too slowly/s)
    },
  )

  test('after the answer to a stranger who goes on sending', async () => {
    const line = openLine()
    line.socket.write(head('/api/db/agents', 2_000_000))
    expect(await line.cut(' ')).toBe(true)
    expect(line.received()).toMatch(/^HTTP\/1\.1 401 /)
  })
})

test('a stream of changes outlives all of these times', async () => {
  const line = openLine()
  line.socket.write(`GET /api/live?topics=checks HTTP/1.1\r\nhost: x\r\ncookie: ${cookie()}\r\n\r\n`)
  await until(() => line.received().includes('event: ready'))
  // Others are cut meanwhile.
  const slow = openLine()
  slow.socket.write('GET')
  expect(await slow.cut()).toBe(true)
  expect(line.socket.destroyed).toBe(false)
  line.socket.destroy()
})

test('an address opens so many connections, and no more', async () => {
  const lines = Array.from({ length: 60 }, () => openLine())
  expect(await Promise.all(lines.map((line) => line.cut()))).not.toContain(false)
  const answered = lines.filter((line) => line.received().startsWith('HTTP/1.1 408')).length
  expect(answered).toBeLessThanOrEqual(40)
  expect(answered).toBeGreaterThan(20)
  expect((await admin.send('GET', '/api/about')).status).toBe(200)
})

test('headers that a proxy appends are never pushed out', async () => {
  const line = openLine()
  const many = Array.from({ length: 2_100 }, () => 'a:\r\n').join('')
  line.socket.write(
    `GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}x-forwarded-for: 203.0.113.7\r\n\r\n`,
  )
  expect(await line.cut()).toBe(true)
  expect(line.received()).toMatch(/^HTTP\/1\.1 431 /)
})

describe('a client that hangs up', () => {
  test.each(['/api/db/agents', '/api/resources/search', '/kratos/self-service/login?flow=x'])(
    'in the middle of a body for %s is no defect',
    async (path) => {
      logged = []
      const line = openLine()
      line.socket.write(`${head(path, 1_000_000, `cookie: ${cookie()}\r\n`)}{"name": "`)
      await until(() => line.socket.bytesWritten > 100)
      line.socket.resetAndDestroy()
      await until(() => logged.some(({ msg }) => msg === 'request'))
      expect(logged.filter(({ level }) => level >= 50)).toEqual([])
    },
  )
})
