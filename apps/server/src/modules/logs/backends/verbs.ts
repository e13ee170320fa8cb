import { isEditableSource, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { EditableLogBackend } from '@binnacle/contract/logs'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs, specColumns } from '../../../platform/specs/verbs.ts'
import { logBackendMetadata, type LogBackendParser } from '../spec/backend.ts'
import { requireMachineRight, requireReadable, requireReadersRight } from '../readers/rights.ts'
import { shownReaders } from '../readers/stored.ts'
import { removeLogBackend, saveLogBackend } from './save.ts'

export interface LogBackendDependencies {
  pool: Pool
  parser: LogBackendParser
  secrets: Secrets
  clock: Clock
  log: Log
}

const inUse = (connection: Connection) =>
  tablesOn(connection).selectFrom('core.logging_backends').where('deleted_at', 'is', null)

const find = (connection: Connection, id: string) =>
  inUse(connection).select(specColumns).select(['labels', 'readers']).where('id', '=', id)

/** The verbs on log backends. Routes check permissions before they call them. */
export function createLogBackendVerbs({ pool, parser, secrets, clock, log }: LogBackendDependencies) {
  return createSpecVerbs(
    { pool, secrets },
    {
      noun: 'log backend',
      plural: 'log backends',
      resource: 'logging_backends',
      metadata: logBackendMetadata,
      parser,
      find,
      named: (connection, { name }) =>
        inUse(connection).select('id').where('agent_id', '=', LOCAL_AGENT_ID).where('name', '=', name),
      // Source: SET-037.
      requireEditable({ source }) {
        if (!isEditableSource(source))
          throw new RequestError('ECONFLICT', 'This log backend has a source and cannot be changed here')
      },
      requireSeen: (reader, id, actor) => requireReadable(reader, id, actor, log),
      save(client, input, actor, stored) {
        requireMachineRight(actor, input.spec)
        requireReadersRight(actor, input.spec, stored?.spec)
        return saveLogBackend(client, { types: parser.types, secrets }, input)
      },
      remove: (client, id, by) => removeLogBackend(client, { now: clock.now(), by }, id),
      show: async (row, shown): Promise<EditableLogBackend> => ({
        ...row,
        ...shown,
        readers: await shownReaders(pool, row.readers),
      }),
    },
  )
}

export type LogBackendVerbs = ReturnType<typeof createLogBackendVerbs>
