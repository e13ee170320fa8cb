import { missing, startMariadb, user } from '@binnacle/clients/sql/testing/mysql'
import { startTcpServer } from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets, SECRET_PLACE } from '@binnacle/plugin-kit/suite'

/** A database; a failing query; a server that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return noTargets(missing)
  const [server, silent] = await Promise.all([startMariadb(), startTcpServer('')])
  const there = { url: `mysql://127.0.0.1:${server.port}/shop`, ...user }
  return {
    healthy: { name: 'well', ...there },
    unhealthy: { name: 'failing', ...there, query: 'select * from nowhere' },
    hanging: { name: 'hanging', url: `mysql://127.0.0.1:${silent.port}/shop` },
    secretive: {
      name: 'secretive',
      url: `mysql://someone:${SECRET_PLACE}@127.0.0.1:${server.port}/shop`,
    },
    stop: async () => {
      await Promise.all([server.stop(), silent.stop()])
    },
  }
}
