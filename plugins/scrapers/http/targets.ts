import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** An API; a broken one; one that never answers; one that gives back what it gets. */
export async function startTargets(): Promise<ScraperTargets> {
  const server = await startHttpServer()
  const at = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}` })
  const list = encodeURIComponent('[{"name": "shop"}, {"name": "till"}]')
  return {
    working: at(`/say?type=application/json&body=${list}`),
    failing: at('/status?code=500'),
    hanging: at('/hang'),
    secretive: {
      ...at('/echo'),
      method: 'POST',
      body: 'text',
      username: 'someone',
      password: 'given',
      headers: [{ name: 'X-Api-Key', value: 'given' }],
    },
    stop: server.stop,
  }
}
