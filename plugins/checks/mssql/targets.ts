import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** No targets, because tests cannot start an SQL Server. */
export async function startTargets(): Promise<CheckTargets> {
  const nowhere = { name: 'nowhere', url: 'server=127.0.0.1,1' }
  return {
    healthy: nowhere,
    unhealthy: nowhere,
    hanging: nowhere,
    missing: 'there is no SQL Server to test against',
    stop: async () => {},
  }
}
