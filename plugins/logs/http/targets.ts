import { startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'

/** A service with a line; a broken server; one that never answers. */
export async function startTargets(): Promise<LogTargets> {
  const line = { timestamp: '2026-11-23T10:00:00Z', message: 'started', labels: { pod: 'shop-1' } }
  const [service, other] = await Promise.all([
    startJsonServer({ '/search': { status: 200, body: { total: 1, results: [line] } } }),
    startHttpServer(),
  ])
  const working = { url: `http://127.0.0.1:${service.port}` }
  const at = (path: string) => ({ url: `http://127.0.0.1:${other.port}${path}` })
  return {
    working,
    failing: at('/drop'),
    hanging: at('/hang'),
    secretive: { ...working, username: 'someone', password: 'given', bearer: 'token' },
    stop: async () => {
      await Promise.all([service.stop(), other.stop()])
    },
  }
}
