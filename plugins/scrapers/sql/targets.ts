import { startPostgres } from '@binnacle/clients/sql/testing/postgres'
import { startTcpServer } from '@binnacle/plugin-kit/servers'
import { SECRET_PLACE } from '@binnacle/plugin-kit/suite'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A database; a failing query; a server that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const [server, silent] = await Promise.all([startPostgres(), startTcpServer('')])
  const query = "select 1 as id, 'shop' as name"
  const there = { url: server.url, auth: { password: server.password } }
  return {
    working: { ...there, query },
    failing: { ...there, query: 'select * from nowhere' },
    hanging: { url: `postgres://127.0.0.1:${silent.port}/x`, query },
    secretive: {
      url: `postgres://someone:${SECRET_PLACE}@127.0.0.1:${server.port}/x?sslmode=disable`,
      query,
    },
    stop: async () => {
      await Promise.all([server.stop(), silent.stop()])
    },
  }
}
