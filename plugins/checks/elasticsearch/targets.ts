import { closedPort, startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 }

/**
 * Answers of Elasticsearch by index, in the shapes that its documentation gives: "Run a search" (answer since version 7),
 * "The Empty Search" of "The Definitive Guide" (answer until version 6), "Common options, Common error codes".
 */
export const answers: Readonly<Record<string, { status: number; body: unknown }>> = {
  '/my-index-000001/_search': {
    status: 200,
    body: {
      took: 5,
      timed_out: false,
      _shards: shards,
      hits: {
        total: { value: 2, relation: 'eq' },
        max_score: 1.3862942,
        hits: [
          { _index: 'my-index-000001', _id: '0', _score: 1.3862942, _source: { 'user.id': 'kimchy' } },
          { _index: 'my-index-000001', _id: '1', _score: 1.3862942, _source: { 'user.id': 'kimchy' } },
        ],
      },
    },
  },
  '/tweets/_search': {
    status: 200,
    body: {
      took: 4,
      timed_out: false,
      _shards: { total: 10, successful: 10, failed: 0 },
      hits: { total: 14, hits: [] },
    },
  },
  '/many/_search': {
    status: 200,
    body: {
      took: 9,
      timed_out: false,
      _shards: shards,
      hits: { total: { value: 10_000, relation: 'gte' }, hits: [] },
    },
  },
  '/none/_search': {
    status: 200,
    body: {
      took: 1,
      timed_out: false,
      _shards: shards,
      hits: { total: { value: 0, relation: 'eq' }, hits: [] },
    },
  },
  '/slow/_search': {
    status: 200,
    body: {
      took: 9,
      timed_out: true,
      _shards: shards,
      hits: { total: { value: 0, relation: 'eq' }, hits: [] },
    },
  },
  '/halved/_search': {
    status: 200,
    body: {
      took: 9,
      timed_out: false,
      _shards: { total: 2, successful: 1, skipped: 0, failed: 1 },
      hits: { total: { value: 0, relation: 'eq' }, hits: [] },
    },
  },
  '/missing/_search': {
    status: 404,
    body: {
      error: {
        root_cause: [{ type: 'index_not_found_exception', reason: 'no such index [missing]' }],
        type: 'index_not_found_exception',
        reason: 'no such index [missing]',
        index: 'missing',
      },
      status: 404,
    },
  },
}

const query = '{ "query": { "match_all": {} } }'

/** A protocol server; a port without a server; a web server that hangs; one that echoes requests. */
export async function startTargets(): Promise<CheckTargets> {
  const [server, other] = await Promise.all([startJsonServer(answers), startHttpServer()])
  return {
    healthy: { name: 'well', url: `http://127.0.0.1:${server.port}`, index: 'tweets', query, results: 14 },
    unhealthy: { name: 'failing', url: `http://127.0.0.1:${await closedPort()}`, index: 'x', query },
    hanging: { name: 'hanging', url: `http://127.0.0.1:${other.port}/hang`, index: 'x', query },
    secretive: {
      name: 'secretive',
      url: `http://127.0.0.1:${other.port}/echo`,
      index: 'x',
      query,
      username: 'u',
      password: { value: 'p' },
    },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
