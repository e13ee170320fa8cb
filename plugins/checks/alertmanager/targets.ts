import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  closedPort,
  findProgram,
  freePort,
  isReadyAt,
  makeFolder,
  startHttpServer,
  startProgram,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Why these tests are skipped, if they are. */
export const missing =
  findProgram('prometheus-alertmanager') === undefined
    ? 'prometheus-alertmanager is missing (Debian: prometheus-alertmanager)'
    : undefined

/** Starts an Alertmanager on loopback that tells nobody. */
export async function startAlertmanager(): Promise<TestServer> {
  const folder = await makeFolder()
  const port = await freePort()
  await writeFile(
    join(folder.path, 'settings.yml'),
    'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n',
  )
  const server = await startProgram({
    file: findProgram('prometheus-alertmanager') ?? 'prometheus-alertmanager',
    arguments: [
      `--config.file=${join(folder.path, 'settings.yml')}`,
      `--storage.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    port,
    isReady: () => isReadyAt(`http://127.0.0.1:${port}/-/ready`),
  })
  return {
    port,
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
  }
}

/** An Alertmanager; a port where nobody listens; a web server that hangs. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return { healthy: {}, unhealthy: {}, hanging: {}, missing, stop: async () => {} }
  const [server, other] = await Promise.all([startAlertmanager(), startHttpServer()])
  return {
    healthy: { name: 'well', url: `http://127.0.0.1:${server.port}` },
    unhealthy: { name: 'failing', url: `http://127.0.0.1:${await closedPort()}` },
    hanging: { name: 'hanging', url: `http://127.0.0.1:${other.port}/hang` },
    secretive: {
      name: 'secretive',
      url: `http://127.0.0.1:${other.port}/echo`,
      username: 'u',
      password: { value: 'p' },
    },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
