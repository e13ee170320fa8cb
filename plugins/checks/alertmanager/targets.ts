import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  closedPort,
  isReadyAt,
  missingProgram,
  startHttpServer,
  startInFolder,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets } from '@binnacle/plugin-kit/suite'

/** Why these tests are skipped. Undefined if they run. */
export const missing = missingProgram('prometheus-alertmanager', 'prometheus-alertmanager')

/** Starts an Alertmanager on loopback that sends no notifications. */
export function startAlertmanager(): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    await writeFile(
      join(folder, 'settings.yml'),
      'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n',
    )
    return {
      file: 'prometheus-alertmanager',
      arguments: [
        `--config.file=${join(folder, 'settings.yml')}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      isReady: () => isReadyAt(`http://127.0.0.1:${port}/-/ready`),
    }
  })
}

/** An Alertmanager; a port without a server; a web server that hangs. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return noTargets(missing)
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
