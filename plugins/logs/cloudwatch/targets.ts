import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'
import { startCloudWatch } from './testing.ts'

/** A log group with an event; one that does not exist; a server that never answers. */
export async function startTargets(): Promise<LogTargets> {
  const [server, other] = await Promise.all([
    startCloudWatch([{ timestamp: Date.UTC(2099, 11, 31, 23, 59), message: 'started' }]),
    startHttpServer(),
  ])
  const keys = { accessKey: 'AKIAEXAMPLE', secretKey: 'given', region: 'eu-west-1' }
  return {
    working: { endpoint: server.url, logGroup: 'shop', ...keys },
    failing: { endpoint: server.url, logGroup: 'none', ...keys },
    hanging: { endpoint: `http://127.0.0.1:${other.port}/hang`, logGroup: 'shop', ...keys },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
