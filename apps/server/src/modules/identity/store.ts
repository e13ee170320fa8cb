import { isUuid } from '@binnacle/contract'
import type { IdentityStore } from '@binnacle/identity'
import { type Kysely, sql } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** A session that was seen less than this ago is not written again. */
const SEEN_MILLISECONDS = 60_000

/** The identity service's memory, in the product's database. */
export function createIdentityStore(tables: Kysely<IdentityTables>): IdentityStore {
  return {
    async saveFlow(flow) {
      const ui = JSON.stringify(flow.ui)
      await tables
        .insertInto('core.identity_flows')
        .values({
          id: flow.id,
          kind: flow.kind,
          csrf_digest: flow.csrfDigest,
          return_to: flow.returnTo,
          refresh: flow.refresh,
          ui,
          issued_at: flow.issuedAt,
          expires_at: flow.expiresAt,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ui }))
        .execute()
    },

    async flow(id, kind) {
      if (!isUuid(id)) return undefined
      const row = await tables
        .selectFrom('core.identity_flows')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('done_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        id: row.id,
        kind,
        csrfDigest: row.csrf_digest,
        returnTo: row.return_to,
        refresh: row.refresh,
        ui: row.ui,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      }
    },

    async endFlow(id, now) {
      const ended = await tables
        .updateTable('core.identity_flows')
        .set({ done_at: now })
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .executeTakeFirst()
      return ended.numUpdatedRows === 1n
    },

    async accountByEmail(email) {
      const row = await tables
        .selectFrom('core.people')
        .innerJoin('core.passwords', 'core.passwords.person_id', 'core.people.id')
        .select(['core.people.id', 'email', 'name', 'hash'])
        .where('email', '=', email)
        .where('active', '=', true)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined
        ? undefined
        : { id: row.id, email: row.email, name: row.name, passwordHash: row.hash }
    },

    async anyPersonExists() {
      const row = await tables
        .selectFrom('core.people')
        .select('id')
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async createFirstPerson({ email, name, passwordHash }) {
      return tables.transaction().execute(async (transaction) => {
        // Two who set up at once: the second waits here, and then sees the first.
        await sql`select pg_advisory_xact_lock(hashtextextended('binnacle first person', 0))`.execute(
          transaction,
        )
        return insertFirst(transaction, email, name, passwordHash)
      })
    },

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
          user_agent: session.userAgent?.slice(0, 500) ?? null,
          address: session.address ?? null,
        })
        .execute()
      await tables
        .updateTable('core.people')
        .set({ last_login: session.now })
        .where('id', '=', session.personId)
        .execute()
    },

    async session(tokenDigest, now) {
      const row = await tables
        .selectFrom('core.sessions')
        .innerJoin('core.people', 'core.people.id', 'core.sessions.person_id')
        .select([
          'core.sessions.id',
          'person_id',
          'email',
          'name',
          'authenticated_at',
          'issued_at',
          'expires_at',
          'last_seen_at',
        ])
        .where('token_digest', '=', tokenDigest)
        .where('expires_at', '>', now)
        .where('active', '=', true)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (now.getTime() - row.last_seen_at.getTime() > SEEN_MILLISECONDS)
        await tables
          .updateTable('core.sessions')
          .set({ last_seen_at: now })
          .where('id', '=', row.id)
          .execute()
      return {
        id: row.id,
        person: { id: row.person_id, email: row.email, name: row.name },
        authenticatedAt: row.authenticated_at,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      }
    },

    async endSession(tokenDigest) {
      await tables.deleteFrom('core.sessions').where('token_digest', '=', tokenDigest).execute()
    },
  }
}

async function insertFirst(
  tables: Kysely<IdentityTables>,
  email: string,
  name: string,
  passwordHash: string,
): Promise<{ id: string; email: string; name: string } | undefined> {
  const known = await tables
    .selectFrom('core.people')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return undefined
  const person = await tables
    .insertInto('core.people')
    .values({ email, name })
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()
  await tables.insertInto('core.passwords').values({ person_id: person.id, hash: passwordHash }).execute()
  await tables.insertInto('core.people_roles').values({ person_id: person.id, role: 'admin' }).execute()
  return person
}
