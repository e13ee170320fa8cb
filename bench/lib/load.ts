// Asks a server for some paths over connections that stay open, each as fast as it is answered. A separate process, so
// that its work counts for nobody; sockets instead of an HTTP client, so that it leaves the processor to what is measured.
import { connect, type Socket } from 'node:net'

/** What to ask; given as JSON on standard input. */
export interface Load {
  port: number
  connections: number
  seconds: number
  /** Heads of requests, asked in turn. */
  requests: readonly string[]
}

/** What came of it; printed as JSON. Times in milliseconds. */
export interface LoadResult {
  answered: number
  failed: number
  seconds: number
  times: { p50: number; p99: number }
}

const lengthPattern = /\r\ncontent-length: (\d+)\r\n/i

/** Where the first answer in a text ends; undefined when it is not whole yet. */
function endOf(received: Buffer): { end: number; status: string } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd + 2)
  const length = lengthPattern.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without its length: ${head}`)
  const end = headEnd + 4 + Number(length)
  return received.length < end ? undefined : { end, status: head.slice(9, 12) }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

async function run({ port, connections, seconds, requests }: Load): Promise<LoadResult> {
  const heads = requests.map((request) => Buffer.from(request))
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const times: number[] = []
  let failed = 0
  let next = 0
  const started = performance.now()
  const finish = started + seconds * 1_000
  const ask = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      let sent = 0
      const send = () => {
        sent = performance.now()
        socket.write(heads[next++ % heads.length] ?? '')
      }
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const found = endOf(received)
        if (found === undefined) return
        const now = performance.now()
        times.push(now - sent)
        if (found.status !== '200' && found.status !== '206') failed += 1
        received = received.subarray(found.end)
        if (now < finish) send()
        else {
          socket.end()
          resolve()
        }
      })
      socket.on('error', reject)
      send()
    })
  await Promise.all(sockets.map(ask))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  return {
    answered: times.length,
    failed,
    seconds: (performance.now() - started) / 1_000,
    times: { p50: at(0.5), p99: at(0.99) },
  }
}

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
process.stdout.write(JSON.stringify(await run(JSON.parse(input))))
