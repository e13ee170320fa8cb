import type { Role } from '@binnacle/contract'
import type { Flow } from '@binnacle/identity'
import type { ColumnType, Generated } from 'kysely'

/** Tables of this module; see migrations/tables/002.do.identity.sql. */
export type IdentityTables = {
  'core.people': {
    id: Generated<string>
    name: string
    email: string
    avatar: string | null
    /** Whether they may sign in. */
    active: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_login: Date | null
    deleted_at: Date | null
  }
  'core.people_roles': { person_id: string; role: Role }
  'core.passwords': { person_id: string; hash: string; updated_at: Generated<Date> }
  'core.sessions': {
    id: Generated<string>
    token_digest: Buffer
    person_id: string
    authenticated_at: Date
    issued_at: Date
    expires_at: Date
    last_seen_at: Date
    user_agent: string | null
    address: string | null
  }
  'core.identity_flows': {
    id: string
    kind: string
    csrf_digest: Buffer
    return_to: string
    refresh: boolean
    ui: ColumnType<Pick<Flow['ui'], 'nodes' | 'messages'>, string, string>
    issued_at: Date
    expires_at: Date
    done_at: Date | null
  }
}
