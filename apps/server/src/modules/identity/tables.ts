import type { Role } from '@binnacle/contract/access'
import type { AssuranceLevel, CompletedMethod, FlowContent } from '@binnacle/identity'
import type { ColumnType, Kysely } from 'kysely'
import type { KnownTable } from '../../platform/database/columns.ts'
import type { DB, Generated } from '../../platform/database/tables.ts'

/** Tables of this module as in the database catalog, with the types of their JSON columns. */
export type IdentityTables = Pick<
  DB,
  | 'core.people'
  | 'core.passwords'
  | 'core.mailed_codes'
  | 'core.totp_secrets'
  | 'core.backup_codes'
  | 'core.known_devices'
  | 'core.identity_guesses'
  | 'core.properties'
> & {
  'core.people_roles': KnownTable<'core.people_roles', { role: Role }>
  'core.invitations': KnownTable<'core.invitations', { role: Role }>
  'core.access_tokens': KnownTable<'core.access_tokens', { role: Role }>
  'core.sessions': KnownTable<
    'core.sessions',
    {
      aal: Generated<AssuranceLevel>
      methods: Generated<ColumnType<CompletedMethod[], string, string>>
    }
  >
  'core.identity_flows': KnownTable<
    'core.identity_flows',
    { content: ColumnType<FlowContent, string, string> }
  >
  'core.identity_errors': KnownTable<'core.identity_errors', { error: ColumnType<unknown, string, never> }>
}

/** The tables, possibly in a transaction. */
export type Tables = Kysely<IdentityTables>
