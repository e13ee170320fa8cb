import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isReadyAt,
  missingProgram,
  startHttpServer,
  startInFolder,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets } from '@binnacle/plugin-kit/suite'

/** Why these tests are skipped. Undefined if they run. */
export const missing = missingProgram('prometheus', 'prometheus')

/**
 * Starts a Prometheus on loopback without scrape targets.
 * @param web content of its web configuration file, which lists users
 * @param prefix path before all of its URLs
 */
export function startPrometheus(web = '', prefix = '/'): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    await writeFile(join(folder, 'prometheus.yml'), '')
    await writeFile(join(folder, 'web.yml'), web)
    return {
      file: 'prometheus',
      arguments: [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.config.file=${join(folder, 'web.yml')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        `--web.route-prefix=${prefix}`,
      ],
      // It accepts connections before it answers queries.
      isReady: () => isReadyAt(`http://127.0.0.1:${port}${prefix.replace(/\/$/, '')}/-/ready`),
    }
  })
}

/** A Prometheus; an invalid query; a web server that hangs. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return noTargets(missing)
  const [server, other] = await Promise.all([startPrometheus(), startHttpServer()])
  const url = `http://127.0.0.1:${server.port}`
  return {
    healthy: { name: 'well', url, query: 'vector(1)' },
    unhealthy: { name: 'failing', url, query: 'vector(' },
    hanging: { name: 'hanging', url: `http://127.0.0.1:${other.port}/hang`, query: 'up' },
    secretive: {
      name: 'secretive',
      url: `http://127.0.0.1:${other.port}/echo`,
      query: 'up',
      username: 'u',
      password: { value: 'p' },
    },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
