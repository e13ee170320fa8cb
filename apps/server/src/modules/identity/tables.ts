import type { Role } from '@binnacle/contract/access'
import type { AssuranceLevel, CompletedMethod, FlowContent } from '@binnacle/identity'
import type { ColumnType, Kysely } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'

type WithRole<Table> = Omit<Table, 'role'> & { role: Role }

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
  'core.people_roles': WithRole<DB['core.people_roles']>
  'core.invitations': WithRole<DB['core.invitations']>
  'core.access_tokens': WithRole<DB['core.access_tokens']>
  'core.sessions': Omit<DB['core.sessions'], 'aal' | 'methods'> & {
    aal: AssuranceLevel
    methods: ColumnType<CompletedMethod[], string, string>
  }
  'core.identity_flows': Omit<DB['core.identity_flows'], 'content'> & {
    content: ColumnType<FlowContent, string, string>
  }
  'core.identity_errors': Omit<DB['core.identity_errors'], 'error'> & {
    error: ColumnType<unknown, string, never>
  }
}

/** The tables, possibly in a transaction. */
export type Tables = Kysely<IdentityTables>
