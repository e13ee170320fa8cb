import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { logged, type SpecTable } from '../../../platform/specs/log.ts'
import { saveSpec, type SpecInput } from '../../../platform/specs/save.ts'
import { readersToStore } from '../readers/stored.ts'
import type { LogBackendMetadata, ParsedLogBackend } from '../spec/backend.ts'
import type { LogTypes } from '../spec/log-types.ts'

const table: SpecTable = {
  name: 'core.logging_backends',
  resource: 'logging_backends',
  logged: ['name', 'labels', 'readers'],
}

/** Stores a log backend in the transaction of the caller. @returns its id */
export async function saveLogBackend(
  client: ClientBase,
  dependencies: { types: LogTypes; secrets: Secrets },
  input: SpecInput<LogBackendMetadata, ParsedLogBackend>,
): Promise<string> {
  const { name, labels = null } = input.metadata
  const readers = await readersToStore(client, input.spec)
  const { id } = await saveSpec(client, { ...dependencies, table }, input, { name, labels, readers })
  return id
}

/** Takes a log backend out of use. */
export async function removeLogBackend(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  id: string,
): Promise<void> {
  await logged(client, table, by, [id], () =>
    tablesOn(client)
      .updateTable('core.logging_backends')
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}
