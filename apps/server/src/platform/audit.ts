import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from './database/index.ts'
import type { Actor } from './access/actor.ts'

/**
 * Who changes something: a person, or a part of the product by its name, such as `file:/etc/checks.yaml`. Somebody who
 * has not shown who they are has a name in `email`, and the id of the person whom the event concerns, if there is one.
 */
export type Originator = (Omit<Actor, 'name' | 'roles' | 'personId'> & { personId: string | null }) | string

/** The fields of something as they may be read by who reads the log: secrets are masked before they get here. */
export type Snapshot = Readonly<Record<string, unknown>>

/** One change of one thing. */
export interface Change {
  /** `create`, `update`, `delete`, or the verb of the area. */
  action: string
  /** Name of its relation in the data service, such as `canaries`. */
  resource: string
  /** Null for an event that concerns no single thing. */
  id: string | null
  /** What people call it, as it was then. */
  name: string | null
  /** Without `before` it is new, without `after` it is gone. */
  before?: Snapshot | undefined
  after?: Snapshot | undefined
  /** What the client says of itself, where the event is about where somebody is. */
  userAgent?: string | undefined
  /** How many equal events the row stands for; 1 unless given. */
  occurrences?: number
}

/** Longest user agent in the log, in characters: enough to tell browser and system. */
const USER_AGENT_LENGTH = 200

/** Characters of JSON that one field may have in the log; of longer ones only the length is told. */
const FIELD_LENGTH = 65_536

function bounded(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).map(([field, value]) => {
      const { length } = JSON.stringify(value) ?? ''
      return [field, length > FIELD_LENGTH ? `(${length} characters)` : value]
    }),
  )
}

/** As it is stored: dates are texts, fields without value are left out. */
function plain(snapshot: Snapshot): Snapshot {
  const copy: unknown = JSON.parse(JSON.stringify(snapshot))
  return typeof copy === 'object' && copy !== null ? { ...copy } : {}
}

/** The fields of a change that differ; all of them for what is new or gone. */
function difference(before: Snapshot | undefined, after: Snapshot | undefined) {
  if (before === undefined || after === undefined)
    return { before: before && plain(before), after: after && plain(after) }
  const [old, fresh] = [plain(before), plain(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (field) => !isDeepStrictEqual(old[field], fresh[field]),
  )
  if (fields.length === 0) return undefined
  const pick = (snapshot: Snapshot) =>
    Object.fromEntries(
      fields.filter((field) => snapshot[field] !== undefined).map((field) => [field, snapshot[field]]),
    )
  return { before: pick(old), after: pick(fresh) }
}

const insert = `
  insert into core.audit_log
    (person_id, actor, session_id, token_id, address, action, resource, resource_id, resource_name, before, after,
     user_agent, occurrences)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

/**
 * Writes down a change in the transaction that makes it: the one way into the audit log. A change that changes nothing
 * leaves no row.
 * @returns whether there was anything to write down
 */
export async function audit(client: Queryable, by: Originator, change: Change): Promise<boolean> {
  const fields = difference(change.before, change.after)
  if (fields === undefined) return false
  const origin =
    typeof by === 'string' ? { personId: null, email: by, sessionId: null, tokenId: null, address: null } : by
  await client.query(insert, [
    origin.personId,
    origin.email,
    origin.sessionId ?? null,
    origin.tokenId ?? null,
    origin.address ?? null,
    change.action,
    change.resource,
    change.id,
    change.name,
    fields.before === undefined ? null : JSON.stringify(bounded(fields.before)),
    fields.after === undefined ? null : JSON.stringify(bounded(fields.after)),
    change.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    change.occurrences ?? 1,
  ])
  return true
}
