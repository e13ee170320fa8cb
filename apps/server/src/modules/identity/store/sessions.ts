import type { Role } from '@binnacle/contract/access'
import { isUuid } from '@binnacle/contract/core'
import { IDLE_MILLISECONDS, type IdentityStore, type ListedSession } from '@binnacle/identity'
import { sql as fragment, type NotNull } from 'kysely'
import { queryableOf } from '../../../platform/database/index.ts'
import { anyOf } from '../../../platform/database/tables-on.ts'
import { askTogether } from '../../../platform/database/together.ts'
import { signal } from '../../../platform/live/signal.ts'
import type { Tables } from '../tables.ts'

type SessionStore = Pick<
  IdentityStore,
  | 'createSession'
  | 'session'
  | 'renewSession'
  | 'endSession'
  | 'endSessionOf'
  | 'endSessionsExcept'
  | 'endTokensExcept'
  | 'tokensOf'
  | 'sessionsOf'
  | 'isKnownDevice'
  | 'replaceDevice'
  | 'forgetDevices'
>

/** Milliseconds in which a further use of a session is not written again. */
const SEEN_MILLISECONDS = 60_000
/** Most characters of a browser's User-Agent header that are stored. */
const LONGEST_USER_AGENT = 500

const laterOf = (one: Date, other: Date) => (one > other ? one : other)

/**
 * Stores sessions, access tokens, and the browsers in which sessions were opened.
 * @param demandedRoles returns the roles that currently demand a second factor
 */
export function sessionStore(tables: Tables, demandedRoles: () => readonly Role[]): SessionStore {
  /** Whether a person has a role that demands a second factor. Needs no query while no role does. */
  function demanded() {
    const demanding = demandedRoles()
    return demanding.length === 0
      ? fragment<boolean>`false`
      : fragment<boolean>`exists (
          select from core.people_roles as held
          where held.person_id = core.sessions.person_id and held.role = any(${demanding})
        )`
  }

  /** The condition for open sessions: neither too old nor idle for too long, of people who are not removed. */
  const open = (now: Date) =>
    tables
      .selectFrom('core.sessions')
      .innerJoin('core.people', 'core.people.id', 'core.sessions.person_id')
      .leftJoin('core.totp_secrets', 'core.totp_secrets.person_id', 'core.people.id')
      .select([
        'core.sessions.id',
        'token_digest',
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
        fragment<boolean>`core.totp_secrets.person_id is not null`.as('second_factor'),
        demanded().as('second_factor_demanded'),
      ])
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', new Date(now.getTime() - IDLE_MILLISECONDS))
      .where('active', '=', true)
      .where('deleted_at', 'is', null)
      // Only removed people have no address (people_email_in_use).
      .$narrowType<{ email: NotNull }>()
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
    secondFactorDemanded: row.second_factor_demanded,
    userAgent: row.user_agent ?? undefined,
    address: row.address ?? undefined,
    lastSeenAt: row.last_seen_at,
  })

  /** Each request asks for its session. One statement answers for requests that arrive together. */
  const findSession = askTogether(
    async (lookups: readonly { tokenDigest: Buffer; now: Date }[]) => {
      const rows = await open(lookups.map(({ now }) => now).reduce(laterOf))
        .where('token_digest', '=', anyOf(lookups.map(({ tokenDigest }) => tokenDigest)))
        .execute()
      return new Map(rows.map((row) => [row.token_digest.toString('hex'), row]))
    },
    ({ tokenDigest }) => tokenDigest.toString('hex'),
  )

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
      const row = await findSession({ tokenDigest, now })
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
      // Streams that were opened with the old token must end now, not at the next check of their reader.
      await signal(queryableOf(tables), 'sessions', [id])
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

    async endSessionsExcept(personId, kept) {
      const keptIds = kept.filter(isUuid)
      const ended = await tables
        .deleteFrom('core.sessions')
        .where('person_id', '=', personId)
        .where(fragment<boolean>`id <> all(${keptIds})`)
        .executeTakeFirst()
      return Number(ended.numDeletedRows)
    },

    async endTokensExcept(personId, kept) {
      const keptIds = kept.filter(isUuid)
      const ended = await tables
        .deleteFrom('core.access_tokens')
        .where('person_id', '=', personId)
        .where(fragment<boolean>`id <> all(${keptIds})`)
        .returning('name')
        .execute()
      return ended.map(({ name }) => name).toSorted()
    },

    tokensOf: (personId, now) =>
      tables
        .selectFrom('core.access_tokens')
        .select(['id', 'name'])
        .where('person_id', '=', personId)
        .where('expires_at', '>', now)
        .orderBy('name')
        .execute(),

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

    async replaceDevice(personId, previous, digest, now, expiresAt) {
      if (previous !== undefined)
        await tables
          .deleteFrom('core.known_devices')
          .where('person_id', '=', personId)
          .where('digest', '=', previous)
          .execute()
      await tables
        .insertInto('core.known_devices')
        .values({ person_id: personId, digest, last_used_at: now, expires_at: expiresAt })
        .execute()
    },

    async forgetDevices(personId) {
      await tables.deleteFrom('core.known_devices').where('person_id', '=', personId).execute()
    },
  }
}
