import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** Real targets for the suite that every scraper passes: one that is well, one that is not, one that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const server = await startHttpServer()
  const at = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}` })
  const list = encodeURIComponent('[{"name": "shop"}, {"name": "till"}]')
  return {
    working: at(`/say?type=application/json&body=${list}`),
    failing: at('/status?code=500'),
    hanging: at('/hang'),
    secretive: { ...at(`/say?type=application/json&body=${list}`), token: 'given' },
    stop: server.stop,
  }
}
