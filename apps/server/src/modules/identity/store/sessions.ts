import { isUuid } from '@binnacle/contract'
import { IDLE_MILLISECONDS, type IdentityStore, type ListedSession } from '@binnacle/identity'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

type SessionStore = Pick<
  IdentityStore,
  | 'createSession'
  | 'session'
  | 'renewSession'
  | 'endSession'
  | 'endSessionOf'
  | 'endOtherSessions'
  | 'sessionsOf'
  | 'isKnownDevice'
  | 'rememberDevice'
  | 'forgetOtherDevices'
>

/** A session that was seen less than this ago is not written again. */
const SEEN_MILLISECONDS = 60_000
/** Of what a browser says of itself. */
const LONGEST_USER_AGENT = 500

/** Sessions, and the browsers they were opened in. */
export function sessionStore(tables: Tables): SessionStore {
  /** Sessions that are open: neither too old nor idle for too long, of people who are there. */
  const open = (now: Date) =>
    tables
      .selectFrom('core.sessions')
      .innerJoin('core.people', 'core.people.id', 'core.sessions.person_id')
      .leftJoin('core.totp_secrets', 'core.totp_secrets.person_id', 'core.people.id')
      .select([
        'core.sessions.id',
        'core.sessions.person_id',
        'email',
        'name',
        'first_name',
        'authenticated_at',
        'issued_at',
        'expires_at',
        'last_seen_at',
        'user_agent',
        'address',
        'aal',
        'methods',
        sql<boolean>`core.totp_secrets.person_id is not null`.as('second_factor'),
      ])
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', new Date(now.getTime() - IDLE_MILLISECONDS))
      .where('active', '=', true)
      .where('deleted_at', 'is', null)
  const recordOf = (
    row: NonNullable<Awaited<ReturnType<ReturnType<typeof open>['executeTakeFirst']>>>,
  ): ListedSession => ({
    id: row.id,
    person: {
      id: row.person_id,
      email: row.email,
      name: row.name,
      firstName: row.first_name ?? undefined,
    },
    authenticatedAt: row.authenticated_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    aal: row.aal,
    methods: row.methods,
    secondFactor: row.second_factor,
    userAgent: row.user_agent ?? undefined,
    address: row.address ?? undefined,
    lastSeenAt: row.last_seen_at,
  })

  return {
    async createSession(session) {
      await tables
        .insertInto('core.sessions')
        .values({
          token_digest: session.tokenDigest,
          person_id: session.personId,
          authenticated_at: session.now,
          issued_at: session.now,
          last_seen_at: session.now,
          expires_at: session.expiresAt,
          user_agent: session.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
          address: session.address ?? null,
          aal: session.aal,
          methods: JSON.stringify(session.methods),
        })
        .execute()
      await tables
        .updateTable('core.people')
        .set({ last_login: session.now })
        .where('id', '=', session.personId)
        .execute()
    },

    async session(tokenDigest, now) {
      const row = await open(now).where('token_digest', '=', tokenDigest).executeTakeFirst()
      if (row === undefined) return undefined
      if (now.getTime() - row.last_seen_at.getTime() > SEEN_MILLISECONDS)
        await tables
          .updateTable('core.sessions')
          .set({ last_seen_at: now })
          .where('id', '=', row.id)
          .execute()
      return recordOf(row)
    },

    async renewSession(id, { tokenDigest, aal, methods, authenticatedAt }) {
      await tables
        .updateTable('core.sessions')
        .set({
          token_digest: tokenDigest,
          aal,
          methods: JSON.stringify(methods),
          authenticated_at: authenticatedAt,
          last_seen_at: authenticatedAt,
        })
        .where('id', '=', id)
        .execute()
      // Streams that were opened with the old token end now, and not at the next look at their reader.
      const change = JSON.stringify({ topic: 'sessions', ids: [id] })
      await sql`select pg_notify('binnacle_live', ${change})`.execute(tables)
    },

    async endSession(tokenDigest) {
      await tables.deleteFrom('core.sessions').where('token_digest', '=', tokenDigest).execute()
    },

    async endSessionOf(personId, id) {
      if (!isUuid(id)) return false
      const ended = await tables
        .deleteFrom('core.sessions')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst()
      return ended.numDeletedRows === 1n
    },

    async endOtherSessions(personId, keptId) {
      const ended = await tables
        .deleteFrom('core.sessions')
        .where('person_id', '=', personId)
        .where('id', '!=', keptId)
        .executeTakeFirst()
      return Number(ended.numDeletedRows)
    },

    async sessionsOf(personId, now) {
      const rows = await open(now)
        .where('core.sessions.person_id', '=', personId)
        .orderBy('last_seen_at', 'desc')
        .execute()
      return rows.map(recordOf)
    },

    async isKnownDevice(personId, digest, now) {
      const row = await tables
        .selectFrom('core.known_devices')
        .select('person_id')
        .where('person_id', '=', personId)
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },

    async rememberDevice(personId, digest, now, expiresAt) {
      const times = { last_used_at: now, expires_at: expiresAt }
      await tables
        .insertInto('core.known_devices')
        .values({ person_id: personId, digest, ...times })
        .onConflict((conflict) => conflict.columns(['person_id', 'digest']).doUpdateSet(times))
        .execute()
    },

    async forgetOtherDevices(personId, kept) {
      await tables
        .deleteFrom('core.known_devices')
        .where('person_id', '=', personId)
        .$if(kept !== undefined, (query) => query.where('digest', '!=', kept ?? Buffer.alloc(0)))
        .execute()
    },
  }
}
