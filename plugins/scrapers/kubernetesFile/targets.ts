import { startBlackHole } from '@binnacle/plugin-kit/servers'
import { SECRET_PLACE } from '@binnacle/plugin-kit/suite'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'
import { startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { deployShop } from '@binnacle/clients/kubernetes/testing/shop'

/** Real targets for the suite that every scraper passes: one that is well, one that is not, one that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const execute = () => 'open: true\n'
  const [server, secretive, hole] = [
    await startApiServer({ execute }),
    await startApiServer({ execute, token: 'sw0rdfish-secret' }),
    await startBlackHole(),
  ]
  deployShop(server)
  deployShop(secretive)
  const spec = (kubeconfig: string) => ({
    selector: { namespace: 'shop', name: 'web-5d9c-x7' },
    files: [{ path: ['/etc/shop.yaml'], format: 'yaml' }],
    kubeconfig,
  })
  return {
    working: spec(server.kubeconfig()),
    failing: spec(server.kubeconfig({ token: 'bad' })),
    hanging: spec(server.kubeconfig().replaceAll(`:${server.port}`, `:${hole.port}`)),
    secretive: spec(secretive.kubeconfig({ token: SECRET_PLACE })),
    async stop() {
      await Promise.all([server.stop(), secretive.stop(), hole.stop()])
    },
  }
}
