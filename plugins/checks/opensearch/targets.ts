import { closedPort, startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 }

function found(value: number, relation: 'eq' | 'gte', hits: readonly unknown[] = []) {
  return {
    status: 200,
    body: {
      took: 3,
      timed_out: false,
      _shards: shards,
      hits: { total: { value, relation }, max_score: null, hits },
    },
  }
}

function refused(status: number, type: string, reason: string) {
  return { status, body: { error: { root_cause: [{ type, reason }], type, reason }, status } }
}

/**
 * Answers of OpenSearch by index, in the shapes that its documentation gives: "Search API, Response body"
 * (docs.opensearch.org/latest/api-reference/search), and "AuthorizationException: User lacks permissions"
 * (opensearch.org/blog/error-logs) for what the security plugin says.
 */
export const answers: Readonly<Record<string, { status: number; body: unknown }>> = {
  '/movies/_search': found(1, 'eq', [
    { _index: 'movies', _id: '1', _score: 1.2, _source: { title: 'I am the night' } },
  ]),
  '/none/_search': found(0, 'eq'),
  '/many/_search': found(10_000, 'gte'),
  '/closed/_search': refused(
    403,
    'security_exception',
    'no permissions for [indices:data/read/search] and User [name=monitor]',
  ),
  '/missing/_search': refused(404, 'index_not_found_exception', 'no such index [missing]'),
}

const query = '{ "query": { "match": { "text_entry": "I am the night" } } }'

/** A protocol server; a port without a server; a web server that hangs; one that echoes requests. */
export async function startTargets(): Promise<CheckTargets> {
  const [server, other] = await Promise.all([startJsonServer(answers), startHttpServer()])
  const url = (path = '') => `http://127.0.0.1:${other.port}${path}`
  return {
    healthy: { name: 'well', url: `http://127.0.0.1:${server.port}`, index: 'movies', query, results: 1 },
    unhealthy: { name: 'failing', url: `http://127.0.0.1:${await closedPort()}`, index: 'movies', query },
    hanging: { name: 'hanging', url: url('/hang'), index: 'movies', query },
    secretive: {
      name: 'secretive',
      url: url('/echo'),
      index: 'movies',
      query,
      username: 'u',
      password: { value: 'p' },
    },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
