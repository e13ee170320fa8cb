import type { Role } from '@binnacle/contract'
import type { AssuranceLevel, CompletedMethod, FlowContent } from '@binnacle/identity'
import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely'

/** Tables of this module; see migrations/tables 002, 006 and 020. */
export type IdentityTables = {
  'core.people': {
    id: Generated<string>
    name: string
    email: string
    /** Where it is known which part of the name comes first: a first name may have a blank in it. */
    first_name: string | null
    avatar: string | null
    /** Whether they may sign in. */
    active: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_login: Date | null
    deleted_at: Date | null
    email_verified_at: Date | null
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
    aal: AssuranceLevel
    methods: ColumnType<CompletedMethod[], string, string>
  }
  'core.identity_flows': {
    id: string
    kind: string
    csrf_digest: Buffer
    requester: Buffer | null
    person_id: string | null
    content: ColumnType<FlowContent, string, string>
    issued_at: Date
    expires_at: Date
    done_at: Date | null
  }
  'core.mailed_codes': {
    flow_id: string
    /** Null where no email was sent for the flow. */
    digest: Buffer | null
    shared_digest: Buffer | null
    shared_expires_at: Date | null
    person_id: string | null
    email: string
    attempts: Generated<number>
    expires_at: Date
  }
  'core.totp_secrets': { person_id: string; secret: string; last_step: number; created_at: Date }
  'core.backup_codes': { person_id: string; digest: Buffer; used_at: Date | null }
  'core.known_devices': { person_id: string; digest: Buffer; last_used_at: Date; expires_at: Date }
  'core.identity_guesses': { id: GeneratedAlways<number>; subject: Buffer; made_at: Date }
  'core.invitations': {
    id: Generated<string>
    email: string
    first_name: string
    last_name: string
    role: Role
    token_digest: Buffer
    invited_by: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
    person_id: string | null
  }
  'core.access_tokens': {
    id: Generated<string>
    person_id: string
    name: string
    role: Role
    token_digest: Buffer
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
  }
  'core.properties': {
    name: string
    value: string
    description: string | null
    created_by: string | null
  }
  'core.identity_errors': { id: string; error: ColumnType<unknown, string, never>; created_at: Date }
}

/** The tables, or a transaction on them. */
export type Tables = Kysely<IdentityTables>
