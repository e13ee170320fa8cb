import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import { audit, type Originator, type Snapshot } from '../../../platform/audit.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { sealSpec } from '../../../platform/specs/stored-spec.ts'
import type { LogBackendMetadata, ParsedLogBackend } from '../spec/backend.ts'
import type { LogTypes } from '../spec/log-types.ts'

/** A parsed log backend to store, with decrypted secrets. */
export interface LogBackendInput {
  /** Id of the log backend to change. Default: a new log backend is stored. */
  id?: string
  /** Id for a new one, if the client chose one. */
  newId?: string | undefined
  metadata: LogBackendMetadata
  spec: ParsedLogBackend
  /** The typed spec without secrets, if it came as text. */
  text?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: string | null
  createdBy: string | null
  /** Author of the change, for the audit log. */
  by: Originator
}

/** The revision also changes with a secret, which the masked spec does not show. */
const find = `
  select name, labels, derived.masked(spec) as spec, revision, source
  from core.logging_backends where id = $1 and deleted_at is null`

async function snapshotOf(client: ClientBase, id: string | undefined): Promise<Snapshot | undefined> {
  if (id === undefined) return undefined
  return (await client.query<Snapshot>(find, [id])).rows[0]
}

async function logChange(
  client: ClientBase,
  by: Originator,
  id: string,
  before: Snapshot | undefined,
): Promise<void> {
  const after = await snapshotOf(client, id)
  if (before === undefined && after === undefined) return
  const name = (after ?? before)?.['name']
  await audit(client, by, {
    action: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
    resource: 'logging_backends',
    id,
    name: typeof name === 'string' ? name : null,
    before,
    after,
  })
}

const insertBackend = `
  insert into core.logging_backends (id, agent_id, name, labels, spec, revision, text, source, created_by)
  values (coalesce($1::uuid, core.new_id()), $2, $3, $4, $5, $6, $7, $8, $9)
  returning id`

const updateBackend = `
  update core.logging_backends set name = $2, labels = $3, spec = $4, revision = $5, text = $6
  where id = $1 and deleted_at is null and revision <> $5
  returning id`

/** Stores a log backend in the transaction of the caller. @returns its id */
export async function saveLogBackend(
  client: ClientBase,
  { types, secrets }: { types: LogTypes; secrets: Secrets },
  input: LogBackendInput,
): Promise<string> {
  const { metadata, spec, text, source, createdBy } = input
  const revision = revisionOf(secrets, [metadata, spec.input, text ?? null])
  const before = await snapshotOf(client, input.id)
  const values = [
    metadata.name,
    metadata.labels === undefined ? null : JSON.stringify(metadata.labels),
    sealSpec(types, secrets, spec.input),
    revision,
    text === undefined ? null : secrets.seal(text),
  ]
  const written =
    input.id === undefined
      ? await client.query<{ id: string }>(insertBackend, [
          input.newId ?? null,
          LOCAL_AGENT_ID,
          ...values,
          source,
          createdBy,
        ])
      : await client.query<{ id: string }>(updateBackend, [input.id, ...values])
  const id = written.rows[0]?.id
  if (id === undefined) return input.id ?? ''
  await logChange(client, input.by, id, before)
  return id
}

/** Takes a log backend out of use. */
export async function removeLogBackend(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  id: string,
): Promise<void> {
  const before = await snapshotOf(client, id)
  await client.query(
    `update core.logging_backends set deleted_at = $2 where id = $1 and deleted_at is null`,
    [id, now],
  )
  await logChange(client, by, id, before)
}
