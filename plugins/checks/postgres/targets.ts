import { startPostgres } from '@binnacle/clients/sql/testing/postgres'
import { startTcpServer } from '@binnacle/plugin-kit/servers'
import { type CheckTargets, SECRET_PLACE } from '@binnacle/plugin-kit/suite'

/** A database; a failing query; a server that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  const [server, silent] = await Promise.all([startPostgres(), startTcpServer('')])
  const there = { url: server.url, password: server.password }
  return {
    healthy: { name: 'well', ...there },
    unhealthy: { name: 'failing', ...there, query: 'select * from nowhere' },
    hanging: { name: 'hanging', url: `postgres://127.0.0.1:${silent.port}/x` },
    secretive: {
      name: 'secretive',
      url: `postgres://someone:${SECRET_PLACE}@127.0.0.1:${server.port}/x?sslmode=disable`,
    },
    stop: async () => {
      await Promise.all([server.stop(), silent.stop()])
    },
  }
}
