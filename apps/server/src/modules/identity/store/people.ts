import type { Role } from '@binnacle/contract/access'
import type { Account, IdentityStore, NewPerson, Person } from '@binnacle/identity'
import { sql as fragment, type NotNull } from 'kysely'
import type { Tables } from '../tables.ts'

type PeopleStore = Pick<
  IdentityStore,
  | 'accountByEmail'
  | 'account'
  | 'anyPersonExists'
  | 'createFirstPerson'
  | 'createPerson'
  | 'acceptInvitation'
  | 'invitation'
  | 'rename'
  | 'setPassword'
  | 'setEmail'
  | 'markVerified'
>

/** Whether an account has the address. */
async function hasAccount(tables: Tables, email: string): Promise<boolean> {
  const row = await tables
    .selectFrom('core.people')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Creates an account.
 * @returns undefined if the address has one
 */
export async function insertPerson(
  tables: Tables,
  { email, name, firstName, passwordHash, emailVerified, role }: NewPerson & { role: Role },
  now: Date,
): Promise<Person | undefined> {
  const person = await tables
    .insertInto('core.people')
    .values({ email, name, first_name: firstName ?? null, email_verified_at: emailVerified ? now : null })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returning(['id'])
    .executeTakeFirst()
  if (person === undefined) return undefined
  await tables.insertInto('core.passwords').values({ person_id: person.id, hash: passwordHash }).execute()
  await tables.insertInto('core.people_roles').values({ person_id: person.id, role }).execute()
  return { id: person.id, email, name, firstName }
}

/** Stores accounts and invitations. Callers run functions with several statements in a transaction. */
export function peopleStore(tables: Tables, now: () => Date): PeopleStore {
  const accounts = () =>
    tables
      .selectFrom('core.people')
      .leftJoin('core.passwords', 'core.passwords.person_id', 'core.people.id')
      .select(['core.people.id', 'email', 'name', 'first_name', 'hash', 'email_verified_at'])
      .where('active', '=', true)
      .where('deleted_at', 'is', null)
      // Only removed people have no address (people_email_in_use).
      .$narrowType<{ email: NotNull }>()
  const accountOf = (
    row: Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirst']>>,
  ): Account | undefined =>
    row === undefined
      ? undefined
      : {
          id: row.id,
          email: row.email,
          name: row.name,
          firstName: row.first_name ?? undefined,
          passwordHash: row.hash ?? undefined,
          emailVerified: row.email_verified_at !== null,
        }

  async function anyPersonExists(): Promise<boolean> {
    const row = await tables
      .selectFrom('core.people')
      .select('id')
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    anyPersonExists,
    accountByEmail: async (email) =>
      accountOf(await accounts().where('email', '=', email).executeTakeFirst()),
    account: async (personId) =>
      accountOf(await accounts().where('core.people.id', '=', personId).executeTakeFirst()),

    async createFirstPerson(account) {
      // If two people set up at once, the second waits here and then sees the first.
      await fragment`select pg_advisory_xact_lock(hashtextextended('binnacle first person', 0))`.execute(
        tables,
      )
      if (await anyPersonExists()) return undefined
      return insertPerson(tables, { ...account, role: 'admin' }, now())
    },

    createPerson: (account) => insertPerson(tables, account, now()),

    async invitation(digest, present) {
      const row = await tables
        .selectFrom('core.invitations')
        .selectAll()
        .where('token_digest', '=', digest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        state: row.used_at !== null ? 'used' : row.expires_at <= present ? 'expired' : 'open',
      }
    },

    async acceptInvitation(id, account, present) {
      const invitation = await tables
        .updateTable('core.invitations')
        .set({ used_at: present })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', present)
        .returning(['email', 'role'])
        .executeTakeFirst()
      if (invitation === undefined) return undefined
      const { email, role } = invitation
      const person = await insertPerson(tables, { ...account, email, emailVerified: false, role }, present)
      if (person !== undefined)
        await tables
          .updateTable('core.invitations')
          .set({ person_id: person.id })
          .where('id', '=', id)
          .execute()
      return person
    },

    async rename(personId, { name, firstName }) {
      await tables
        .updateTable('core.people')
        .set({ name, first_name: firstName ?? null })
        .where('id', '=', personId)
        .execute()
    },

    async setPassword(personId, hash, present) {
      await tables
        .insertInto('core.passwords')
        .values({ person_id: personId, hash, updated_at: present })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash, updated_at: present }))
        .execute()
    },

    async setEmail(personId, email, present) {
      if (await hasAccount(tables, email)) return false
      await tables
        .updateTable('core.people')
        .set({ email, email_verified_at: present })
        .where('id', '=', personId)
        .execute()
      return true
    },

    async markVerified(personId, email, present) {
      await tables
        .updateTable('core.people')
        .set({ email_verified_at: present })
        .where('id', '=', personId)
        .where('email', '=', email)
        .where('email_verified_at', 'is', null)
        .execute()
    },
  }
}
