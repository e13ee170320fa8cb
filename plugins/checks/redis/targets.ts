import {
  closedPort,
  missingProgram,
  startInFolder,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets } from '@binnacle/plugin-kit/suite'

/** Why these tests are skipped. Undefined if they run. */
export const missing = missingProgram('redis-server', 'redis-server')

/** Starts a Redis on loopback that stores nothing on disk. @param settings its command line options */
export function startRedis(settings: readonly string[] = []): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    return {
      file: 'redis-server',
      arguments: `--port ${port} --bind 127.0.0.1 --dir ${folder} --appendonly no --save`
        .split(' ')
        .concat('', settings),
    }
  })
}

/** A Redis; a port without a server; a server that never answers; a Redis with another password. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return noTargets(missing)
  const [open, locked, silent] = await Promise.all([
    startRedis(),
    startRedis(['--requirepass', 'the right one']),
    startTcpServer(''),
  ])
  const at = (port: number) => `127.0.0.1:${port}`
  return {
    healthy: { name: 'well', addr: at(open.port) },
    unhealthy: { name: 'failing', addr: at(await closedPort()) },
    hanging: { name: 'hanging', addr: at(silent.port) },
    secretive: { name: 'secretive', addr: at(locked.port), username: 'u', password: { value: 'p' } },
    stop: async () => {
      await Promise.all([open.stop(), locked.stop(), silent.stop()])
    },
  }
}
