import type { Actor } from '../access/actor.ts'
import type { AuditRecorder } from './recorder.ts'

const HOUR = 3_600_000
/** Characters of a query that are kept. */
const QUERY_LENGTH = 1_000
/** The only relation whose reading is an event in itself. */
const AUDIT_LOG = 'audit_log'

/** A request of somebody who is known, after it was answered. */
export interface AnsweredRequest {
  method: string
  /** Path of the route, with parameters as {name}; `/db` for the data service. */
  route: string
  /** Path of the request, for what the route does not tell. */
  path: string
  /** Without `?` */
  query: string
  status: number
  contentType: string
  /** How many rows the answer has, as the data service words it. */
  contentRange: string | undefined
  /** What was sent as a file. */
  download?: { resource: string; id: string; filename: string } | undefined
}

/** A network that a token was not used from before. */
export interface NewNetwork {
  /** An address of IPv4, or the first 64 bits of one of IPv6 */
  network: string
  /** What its owner calls the token. */
  name: string | null
}

/** Writes down what people reach and what they are refused. */
export interface AccessLog {
  /** Notes the use of a token; the first one from each network is an event. */
  tokenUsed(actor: Actor): Promise<void>
  /** Notes refusals, exports as CSV, downloads, and who reads the audit log. */
  answered(actor: Actor, request: AnsweredRequest): Promise<void>
}

/** The relation that a path of the data service names; undefined where it can't be the name of one. */
function relationOf(path: string): string | undefined {
  return /\/db\/+([a-z_]{1,63})\/*$/.exec(path.replaceAll(/%5f/gi, '_'))?.[1]
}

/** Makes the log of access. */
export function createAccessLog(options: {
  recorder: AuditRecorder
  /** Remembers where a token was used from. @returns undefined, if it was used from there before */
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
      // The page of the log reads it again whenever a row is added, this one included: hence the long window.
      if (relation === AUDIT_LOG)
        return recorder.record(
          { source: actor.personId, kind: `read ${actor.sessionId ?? actor.tokenId ?? ''}`, window: HOUR },
          event('read', { query }),
        )
      return undefined
    },
  }
}
