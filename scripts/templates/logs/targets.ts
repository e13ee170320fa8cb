import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'

/** Real targets for the suite that every type passes: one that is well, one that is not, one that never answers. */
export async function startTargets(): Promise<LogTargets> {
  const server = await startHttpServer()
  const at = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}` })
  const text = encodeURIComponent('2026-11-23T10:00:00Z started\n')
  return {
    working: at(`/say?body=${text}`),
    failing: at('/status?code=500'),
    hanging: at('/hang'),
    secretive: { ...at(`/say?body=${text}`), token: 'given' },
    stop: server.stop,
  }
}
