import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'
import { startAzure } from './testing/server.ts'

/** A subscription with the examples of Azure's specifications; a wrong secret; a server that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const [azure, other] = await Promise.all([startAzure(), startHttpServer()])
  const at = (port: number, path = '') => ({
    tenantID: 'tenant',
    clientID: 'client',
    clientSecret: 'given',
    include: ['AKS'],
    endpoint: `http://127.0.0.1:${port}${path}`,
    loginEndpoint: `http://127.0.0.1:${port}${path}`,
  })
  return {
    working: at(azure.port),
    failing: { ...at(azure.port), clientSecret: 'wrong' },
    hanging: at(other.port, '/hang'),
    secretive: at(azure.port),
    stop: async () => {
      await Promise.all([azure.stop(), other.stop()])
    },
  }
}
