import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A file of a web server; a broken server; one that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const server = await startHttpServer()
  const at = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}` })
  const document = encodeURIComponent('{"name": "shop"}')
  return {
    working: at(`/say/shop.json?type=application/json&body=${document}`),
    failing: at('/status?code=500'),
    hanging: at('/hang'),
    secretive: { ...at('/echo/shop.json'), username: 'someone', password: 'given' },
    stop: server.stop,
  }
}
