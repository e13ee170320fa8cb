import { isUuid } from '@binnacle/contract/core'
import type { PersonSession } from '@binnacle/contract/people'
import { IDLE_MILLISECONDS } from '@binnacle/identity'
import { audit } from '../../platform/audit.ts'
import { queryableOf } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Tables } from './tables.ts'

/** @throws RequestError ENOTFOUND if no person has this id */
async function findPerson(tables: Tables, personId: string): Promise<{ id: string; name: string }> {
  const person = isUuid(personId)
    ? await tables
        .selectFrom('core.people')
        .select(['id', 'name'])
        .where('id', '=', personId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (person === undefined) throw new RequestError('ENOTFOUND', 'There is no user with this id')
  return person
}

/** The open sessions of a person, the last used first. */
export async function sessionsOfPerson(
  tables: Tables,
  personId: string,
  actor: Actor,
  now: Date,
): Promise<PersonSession[]> {
  await findPerson(tables, personId)
  const rows = await tables
    .selectFrom('core.sessions')
    .select(['id', 'address', 'user_agent', 'authenticated_at', 'last_seen_at', 'expires_at', 'aal'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - IDLE_MILLISECONDS))
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    user_agent: row.user_agent,
    signed_in_at: row.authenticated_at.toISOString(),
    last_used_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    second_factor: row.aal === 'aal2',
    current: row.id === actor.sessionId,
  }))
}

/**
 * Ends one session of a person at once, open streams included.
 * @throws RequestError if the person has no such session, or it is the sender's own
 */
export async function endSessionOfPerson(
  tables: Tables,
  personId: string,
  sessionId: string,
  actor: Actor,
): Promise<void> {
  const person = await findPerson(tables, personId)
  if (sessionId === actor.sessionId)
    throw new RequestError('ECONFLICT', 'This is the session that you use. Sign out to end it')
  const ended = isUuid(sessionId)
    ? await tables
        .deleteFrom('core.sessions')
        .where('id', '=', sessionId)
        .where('person_id', '=', personId)
        .returning(['address', 'user_agent'])
        .executeTakeFirst()
    : undefined
  if (ended === undefined) throw new RequestError('ENOTFOUND', 'There is no such session')
  await audit(queryableOf(tables), actor, {
    action: 'end session',
    resource: 'people',
    id: personId,
    name: person.name,
    before: { session: sessionId, address: ended.address, user_agent: ended.user_agent },
  })
}

/**
 * Ends all sessions of a person at once, except the sender's own.
 * @returns how many ended
 */
export async function endSessionsOfPerson(tables: Tables, personId: string, actor: Actor): Promise<number> {
  const person = await findPerson(tables, personId)
  const own = actor.sessionId
  const ended = await tables
    .deleteFrom('core.sessions')
    .where('person_id', '=', personId)
    .$if(own !== undefined, (query) => query.where('id', '!=', own ?? ''))
    .executeTakeFirst()
  const sessions = Number(ended.numDeletedRows)
  if (sessions > 0)
    await audit(queryableOf(tables), actor, {
      action: 'end sessions',
      resource: 'people',
      id: personId,
      name: person.name,
      before: { sessions },
    })
  return sessions
}
