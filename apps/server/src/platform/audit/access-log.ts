import { HOUR } from '@binnacle/contract/core'
import type { Actor } from '../access/actor.ts'
import type { AuditRecorder } from './recorder.ts'

/** Most characters of a query. */
const QUERY_LENGTH = 1_000
/** The only relation whose reading is an event. */
const AUDIT_LOG = 'audit_log'

/** An answered request of a signed-in person or token. */
interface AnsweredRequest {
  method: string
  /** Path of the route, with parameters as {name}; `/db` for the data service. */
  route: string
  /** Path of the request. */
  path: string
  /** Without `?` */
  query: string
  status: number
  contentType: string
  /** Number of rows of the answer, as in the Content-Range header. */
  contentRange: string | undefined
  /** The downloaded file. */
  download?: { resource: string; id: string; filename: string } | undefined
}

/** A network from which a token was used for the first time. */
export interface NewNetwork {
  /** An address of IPv4, or the first 64 bits of one of IPv6 */
  network: string
  /** Name of the token. */
  name: string | null
}

/** Records downloads, exports, refusals and new networks of tokens. */
export interface AccessLog {
  /** Records the use of a token. The first use from each network is an event. */
  tokenUsed(actor: Actor): Promise<void>
  /** Records refusals, exports as CSV, downloads, and reads of the audit log. */
  answered(actor: Actor, request: AnsweredRequest): Promise<void>
}

/** The relation of a path of the data service; undefined if the path cannot name one. */
function relationOf(path: string): string | undefined {
  return /\/db\/+([a-z_]{1,63})\/*$/.exec(path.replaceAll(/%5f/gi, '_'))?.[1]
}

/** Creates the access log. */
export function createAccessLog(options: {
  recorder: AuditRecorder
  /** Stores the network of a token. @returns undefined if the token was used from there before */
  newNetwork: (actor: Actor) => Promise<NewNetwork | undefined>
}): AccessLog {
  const { recorder, newNetwork } = options

  function refused(actor: Actor, resource: string, method: string): Promise<void> {
    return recorder.record(
      { source: actor.personId, kind: `refused ${method} ${resource}` },
      { by: actor, change: { action: 'refused', resource, id: null, name: null, after: { method } } },
    )
  }

  return {
    async tokenUsed(actor) {
      const { tokenId, personId } = actor
      if (tokenId === undefined) return
      const found = await newNetwork(actor)
      if (found === undefined) return
      const { network, name } = found
      const change = { resource: 'access_tokens', id: tokenId, name, after: { network } }
      await recorder.record(
        { source: personId, kind: `token ${tokenId} ${network}` },
        { by: actor, change: { action: 'use from new address', ...change } },
      )
    },

    async answered(actor, request) {
      const { method, route, status, contentType } = request
      const relation = route === '/db' ? relationOf(request.path) : undefined
      if (status === 403) return refused(actor, relation ?? route, method)
      const { download } = request
      if (download !== undefined && status < 300) {
        const { resource, id, filename } = download
        return recorder.record(
          { source: actor.personId, kind: `download ${resource} ${id}` },
          { by: actor, change: { action: 'download', resource, id, name: filename, after: {} } },
        )
      }
      if (relation === undefined || !['GET', 'HEAD'].includes(method) || status >= 300) return undefined
      const event = (action: string, after: object) => ({
        by: actor,
        change: { action, resource: relation, id: null, name: null, after: { ...after } },
      })
      const query = request.query.slice(0, QUERY_LENGTH)
      if (contentType.startsWith('text/csv'))
        return recorder.record(
          { source: actor.personId, kind: `export ${relation}` },
          event('export', { format: 'csv', query, range: request.contentRange }),
        )
      // The page of the log reads it again after every new row, including this one, so the window is long.
      if (relation === AUDIT_LOG)
        return recorder.record(
          { source: actor.personId, kind: `read ${actor.sessionId ?? actor.tokenId ?? ''}`, window: HOUR },
          event('read', { query }),
        )
      return undefined
    },
  }
}
