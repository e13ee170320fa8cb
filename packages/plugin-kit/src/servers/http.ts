import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { listen, type TestServer } from './listen.ts'

const megabyte = Buffer.alloc(1_048_576, 'x')

/** Sends a body of any size as fast as the other side takes it, until it has enough. */
function pour(response: ServerResponse, megabytes: number): void {
  let left = megabytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (response.write(megabyte)) continue
      response.once('drain', more)
      return
    }
    response.end()
  }
  more()
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void

/** What each path of the server and those below it do; anything else is 404. */
const paths: Readonly<Record<string, Answer>> = {
  '/ok': (_request, response) => response.end('all is well'),
  '/echo': (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          method: request.method,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      ),
    )
  },
  // A client that writes its own query takes the code away.
  '/status': (_request, response, url) => {
    const code = url.searchParams.get('code') ?? '500'
    response.writeHead(Number(code)).end(`code ${code}`)
  },
  '/say': (_request, response, url) =>
    response
      .writeHead(200, { 'content-type': url.searchParams.get('type') ?? 'text/plain' })
      .end(url.searchParams.get('body')),
  '/redirect': (_request, response, url) =>
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/ok' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/slow': (_request, response) => void setTimeout(() => response.end('at last'), 100),
  '/hang': () => {},
  '/stall': (_request, response) =>
    response.writeHead(200, { 'content-length': '100' }).write('the beginning'),
  '/flood': (_request, response) => pour(response.writeHead(200), 1_024),
  '/drop': (request) => request.socket.destroy(),
}

const answer: RequestListener = (request, response) => {
  response.on('error', () => {})
  const url = new URL(request.url ?? '/', 'http://test')
  const path = paths[`/${url.pathname.split('/')[1] ?? ''}`]
  if (path === undefined) response.writeHead(404).end('not found')
  else path(request, response, url)
}

/** A web server on loopback that behaves as its paths say: /ok, /status?code=, /redirect?to=, /loop, /hang, /flood … */
export function startHttpServer(port = 0): Promise<TestServer> {
  return listen(createServer(answer), port)
}

/** The same over TLS. @param credentials PEM texts */
export function startHttpsServer(credentials: { key: string; cert: string }): Promise<TestServer> {
  const server: Server = createTlsServer(credentials, answer)
  return listen(server, 0)
}

/** A web server that gives fixed answers in JSON by path; anything else is 404. */
export function startJsonServer(
  answers: Readonly<Record<string, { status: number; body: unknown }>>,
): Promise<TestServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://test')
    const { status, body } = answers[pathname] ?? { status: 404, body: { error: 'not found' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return listen(server, 0)
}

/** A web server that keeps what it gets; /refuse answers 503, /hang never, and any other path is a good answer. */
export async function startRecordingServer(): Promise<TestServer & { received: () => readonly string[] }> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/hang') return
      const isRefused = request.url === '/refuse'
      if (!isRefused) bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(isRefused ? 503 : 200).end(isRefused ? 'busy' : '{}')
    })
  })
  return { ...(await listen(server, 0)), received: () => bodies }
}
