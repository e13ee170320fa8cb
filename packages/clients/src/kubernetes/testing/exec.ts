import type { Server } from 'node:http'
import { WebSocketServer } from 'ws'

interface ExecSettings {
  token: string
  protocols?: readonly string[]
  execute?: (
    namespace: string,
    pod: string,
    container: string | undefined,
    command: readonly string[],
  ) => string | undefined
}

const STDOUT = 1
const STDERR = 2
const OUTCOME = 3
/** Bytes of one message, so that answers come in several. */
const PIECE = 4_096

/** Answers exec requests over WebSockets, as a container would ("v4.channel.k8s.io": one byte for the channel first). */
export function serveExec(
  server: Pick<Server, 'on'>,
  { token, protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'], execute = () => undefined }: ExecSettings,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  })
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://test')
    const [, namespace = '', pod = ''] =
      /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/exec$/.exec(pathname)?.map(decodeURIComponent) ?? []
    if (pod === '' || request.headers.authorization !== `Bearer ${token}`) {
      const body = JSON.stringify({ kind: 'Status', message: 'pods/exec is forbidden', code: 403 })
      socket.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const say = (channel: number, data: Buffer) =>
        client.send(Buffer.concat([Buffer.from([channel]), data]))
      const command = searchParams.getAll('command')
      const printed = execute(namespace, pod, searchParams.get('container') ?? undefined, command)
      if (printed === 'hang') return
      if (printed === undefined) {
        say(STDERR, Buffer.from(`cat: ${command.at(-1) ?? ''}: No such file or directory\n`))
        const details = { causes: [{ reason: 'ExitCode', message: '1' }] }
        const message = 'command terminated with non-zero exit code'
        say(
          OUTCOME,
          Buffer.from(JSON.stringify({ status: 'Failure', reason: 'NonZeroExitCode', message, details })),
        )
      } else {
        const bytes = Buffer.from(printed)
        for (let start = 0; start < bytes.length; start += PIECE)
          say(STDOUT, bytes.subarray(start, start + PIECE))
        say(OUTCOME, Buffer.from(JSON.stringify({ metadata: {}, status: 'Success' })))
      }
      client.close(1_000)
    })
  })
}
