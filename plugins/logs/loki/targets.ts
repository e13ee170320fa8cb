import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'
import { startLoki } from './testing.ts'

/** A server with a stream; a broken server; one that never answers. */
export async function startTargets(): Promise<LogTargets> {
  const [loki, other] = await Promise.all([startLoki(), startHttpServer()])
  const at = (path: string) => ({ url: `http://127.0.0.1:${other.port}${path}` })
  loki.put({ service_name: 'shop' }, 1_700_000_000_000, 'started')
  return {
    working: { url: loki.url },
    failing: at('/status?code=500&x='),
    hanging: at('/hang'),
    secretive: { url: loki.url, username: 'someone', password: 'given', bearer: 'token' },
    stop: async () => {
      await Promise.all([loki.stop(), other.stop()])
    },
  }
}
