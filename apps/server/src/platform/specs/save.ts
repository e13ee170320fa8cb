import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql, { join, raw } from 'sql-template-tag'
import type { Originator } from '../audit.ts'
import { revisionOf } from '../revision.ts'
import type { Secrets } from '../secrets.ts'
import { logSpecs, type SpecTable, specSnapshots } from './log.ts'
import { sealSpec } from './stored-spec.ts'
import type { SpecTypes } from './types.ts'

/** A resource with its parsed spec to store, with decrypted secrets. */
export interface SpecInput<Metadata, Spec> {
  /** Id of the stored resource to change. Default: a new one is stored. */
  id?: string
  /** Id for a new one, if the client chose one. */
  newId?: string | undefined
  metadata: Metadata
  spec: Spec
  /** The typed spec without secrets, if it came as text. */
  text?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: string | null
  createdBy: string | null
  /** Author of the change, for the audit log. */
  by: Originator
}

export interface SavedSpec {
  id: string
  /** Whether anything differs from what was stored. */
  changed: boolean
}

/** Stores columns of a resource. @returns its id; undefined if nothing differs */
async function write(
  client: ClientBase,
  table: string,
  { id, newId, source, createdBy }: SpecInput<unknown, unknown>,
  columns: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    id === undefined
      ? sql`
          insert into ${raw(table)} (id, agent_id, source, created_by, ${raw(Object.keys(columns).join(', '))})
          values (
            coalesce(${newId ?? null}::uuid, core.new_id()), ${LOCAL_AGENT_ID}, ${source}, ${createdBy},
            ${join(Object.values(columns))}
          )
          returning id`
      : sql`
          update ${raw(table)}
          set ${join(Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`))}
          where id = ${id} and deleted_at is null and revision <> ${columns['revision']}
          returning id`,
  )
  return rows[0]?.id
}

/**
 * Stores a resource in the transaction of the caller, and writes the change into the audit log.
 * @param columns values of the columns that the kind has besides those of all specs
 */
export async function saveSpec<Spec extends { input: Record<string, unknown> }>(
  client: ClientBase,
  { table, types, secrets }: { table: SpecTable; types: SpecTypes; secrets: Secrets },
  input: SpecInput<unknown, Spec>,
  columns: Readonly<Record<string, unknown>>,
): Promise<SavedSpec> {
  const { metadata, spec, text, id: known } = input
  const before = await specSnapshots(client, table, known === undefined ? [] : [known])
  const id = await write(client, table.name, input, {
    ...columns,
    spec: sealSpec(types, secrets, spec.input),
    revision: revisionOf(secrets, [metadata, spec.input, text ?? null]),
    text: text === undefined ? null : secrets.seal(text),
  })
  if (id === undefined) return { id: known ?? '', changed: false }
  await logSpecs(client, table, input.by, [id], before)
  return { id, changed: true }
}
