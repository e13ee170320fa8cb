import { closedPort, startBlackHole } from '@binnacle/plugin-kit/servers'
import { type CheckTargets, SECRET_PLACE } from '@binnacle/plugin-kit/suite'
import { startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { deployShop } from '@binnacle/clients/kubernetes/testing/shop'

/** An API server with a shop that is well; a port without a server; one that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  const [server, secretive, hole, closed] = [
    await startApiServer(),
    await startApiServer({ token: 'sw0rdfish-secret' }),
    await startBlackHole(),
    await closedPort(),
  ]
  deployShop(server)
  deployShop(secretive)
  const spec = (name: string, kubeconfig: string) => ({ name, kind: 'Deployment', healthy: true, kubeconfig })
  const at = (port: number) => server.kubeconfig().replaceAll(`:${server.port}`, `:${port}`)
  return {
    healthy: spec('well', server.kubeconfig()),
    unhealthy: spec('failing', at(closed)),
    hanging: spec('hanging', at(hole.port)),
    secretive: spec('secretive', secretive.kubeconfig({ token: SECRET_PLACE })),
    async stop() {
      await Promise.all([server.stop(), secretive.stop(), hole.stop()])
    },
  }
}
