import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Queryable } from './database/index.ts'
import type { Actor } from './access/actor.ts'

/**
 * Who caused a change: a person, or a part of the product by its name, such as `file:/etc/checks.yaml`. For a stranger,
 * `email` has the name they gave, and the id names the person whom the event concerns, if any.
 */
export type Originator = (Omit<Actor, 'name' | 'roles' | 'personId'> & { personId: string | null }) | string

/** The fields of a thing for readers of the log. The caller has masked secrets. */
export type Snapshot = Readonly<Record<string, unknown>>

/** One change of one thing. */
export interface Change {
  /** `create`, `update`, `delete`, or the verb of the area. */
  action: string
  /** Name of its relation in the data service, such as `canaries`. */
  resource: string
  /** Null for an event that concerns no single thing. */
  id: string | null
  /** Its name at that time. */
  name: string | null
  /** Missing for a new thing. `after` is missing for a deleted one. */
  before?: Snapshot | undefined
  after?: Snapshot | undefined
  /** User agent, for events about sessions. */
  userAgent?: string | undefined
  /** Number of equal events in the row. Default: 1. */
  occurrences?: number
}

/** Most characters of a user agent: enough to identify browser and system. */
const USER_AGENT_LENGTH = 200

/** Most characters of JSON of one field. Of longer ones the log has only the length. */
const FIELD_LENGTH = 65_536

function bounded(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).map(([field, value]) => {
      const { length } = JSON.stringify(value) ?? ''
      return [field, length > FIELD_LENGTH ? `(${length} characters)` : value]
    }),
  )
}

/** Converts a snapshot for storing: dates become texts, undefined fields are left out. */
function plain(snapshot: Snapshot): Snapshot {
  const copy: unknown = JSON.parse(JSON.stringify(snapshot))
  return typeof copy === 'object' && copy !== null ? { ...copy } : {}
}

/** The changed fields; all fields of a new or deleted thing. */
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

const textOf = (snapshot: Snapshot | undefined) =>
  snapshot === undefined ? null : JSON.stringify(bounded(snapshot))

/**
 * Writes a change into the audit log, in the transaction of the change. Nothing else writes changes there. If no field
 * differs, it writes no row.
 * @returns whether it wrote a row
 */
export async function audit(client: Queryable, by: Originator, change: Change): Promise<boolean> {
  const fields = difference(change.before, change.after)
  if (fields === undefined) return false
  const origin =
    typeof by === 'string' ? { personId: null, email: by, sessionId: null, tokenId: null, address: null } : by
  const userAgent = change.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
  // A text, because this runs in every write, and also in transactions of the query builder.
  await client.query(sql`
    insert into core.audit_log
      (person_id, actor, session_id, token_id, address, action, resource, resource_id, resource_name, before, after,
       user_agent, occurrences)
    values (
      ${origin.personId}, ${origin.email}, ${origin.sessionId ?? null}, ${origin.tokenId ?? null},
      ${origin.address ?? null}, ${change.action}, ${change.resource}, ${change.id}, ${change.name},
      ${textOf(fields.before)}, ${textOf(fields.after)}, ${userAgent}, ${change.occurrences ?? 1}
    )`)
  return true
}
