import { startDnsServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** A name server that answers for one name and stays silent for another. */
export async function startTargets(): Promise<CheckTargets> {
  const server = await startDnsServer({
    'shop.test': [{ type: 'A', name: 'shop.test', data: '192.0.2.10' }],
    'silent.test': 'silent',
  })
  const there = { server: '127.0.0.1', port: server.port }
  return {
    healthy: { name: 'well', query: 'shop.test', ...there },
    unhealthy: { name: 'failing', query: 'nowhere.test', ...there },
    hanging: { name: 'hanging', query: 'silent.test', ...there },
    stop: server.stop,
  }
}
