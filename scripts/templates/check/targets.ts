import { startTcpServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Real targets for the suite that every check type passes: one that is well, one that is not, one that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  const friendly = await startTcpServer('220 welcome\n')
  const silent = await startTcpServer('')
  const spec = { host: '127.0.0.1', greeting: '220' }
  return {
    healthy: { name: 'well', ...spec, port: friendly.port },
    unhealthy: { name: 'failing', ...spec, port: friendly.port, greeting: '250' },
    hanging: { name: 'hanging', ...spec, port: silent.port },
    stop: async () => {
      await Promise.all([friendly.stop(), silent.stop()])
    },
  }
}
