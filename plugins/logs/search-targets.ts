import { startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'

/** The answer of a search in the shape that "Run a search" of the documentation of Elasticsearch gives. */
export const searchAnswer = {
  took: 5,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: {
    total: { value: 1, relation: 'eq' },
    max_score: null,
    hits: [
      {
        _index: 'logs-shop',
        _id: '0',
        _score: null,
        _source: {
          '@timestamp': '2026-11-23T10:00:00.000Z',
          message: 'card refused',
          log: { level: 'error' },
          'service.name': 'shop',
        },
        sort: [1_795_428_000_000],
      },
    ],
  },
}

/** A protocol server; a web server that fails; one that hangs. */
export async function startSearchTargets(): Promise<LogTargets> {
  const [server, other] = await Promise.all([
    startJsonServer({ '/logs-shop/_search': { status: 200, body: searchAnswer } }),
    startHttpServer(),
  ])
  const working = { url: `http://127.0.0.1:${server.port}`, index: 'logs-shop' }
  const at = (path: string) => ({ url: `http://127.0.0.1:${other.port}${path}`, index: 'logs-shop' })
  return {
    working,
    failing: { ...working, index: 'missing' },
    hanging: at('/hang'),
    secretive: { ...working, username: 'someone', password: 'given' },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
