import { closedPort, startBlackHole, startTcpServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** A server that accepts connections; a port without a server; one that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  const server = await startTcpServer()
  const silent = await startBlackHole()
  return {
    healthy: { name: 'well', endpoint: `127.0.0.1:${server.port}` },
    unhealthy: { name: 'failing', endpoint: `127.0.0.1:${await closedPort()}` },
    hanging: { name: 'hanging', endpoint: `127.0.0.1:${silent.port}` },
    stop: async () => {
      await Promise.all([server.stop(), silent.stop()])
    },
  }
}
