import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
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
  findProgram('prometheus') === undefined ? 'prometheus is missing (Debian: prometheus)' : undefined

/**
 * Starts a Prometheus on loopback that watches nothing.
 * @param web its file of web settings, which has users
 * @param prefix path before all of its addresses
 */
export async function startPrometheus(web = '', prefix = '/'): Promise<TestServer> {
  const folder = await makeFolder()
  const port = await freePort()
  await writeFile(join(folder.path, 'prometheus.yml'), '')
  await writeFile(join(folder.path, 'web.yml'), web)
  const server = await startProgram({
    file: findProgram('prometheus') ?? 'prometheus',
    arguments: [
      `--config.file=${join(folder.path, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.config.file=${join(folder.path, 'web.yml')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--web.route-prefix=${prefix}`,
    ],
    port,
    // It takes connections before it answers queries.
    isReady: () => isReadyAt(`http://127.0.0.1:${port}${prefix.replace(/\/$/, '')}/-/ready`),
  })
  return {
    port,
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
  }
}

/** A Prometheus; a query that it cannot read; a web server that hangs. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return { healthy: {}, unhealthy: {}, hanging: {}, missing, stop: async () => {} }
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
