import { isEditableSource, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { EditableLogBackend } from '@binnacle/contract/logs'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs } from '../../../platform/specs/verbs.ts'
import { logBackendMetadata, type LogBackendParser } from '../spec/backend.ts'
import { removeLogBackend, saveLogBackend } from './save.ts'

export interface LogBackendDependencies {
  pool: Pool
  parser: LogBackendParser
  secrets: Secrets
  clock: Clock
}

type LogBackendRow = Omit<EditableLogBackend, 'text' | 'created_at' | 'updated_at'> & {
  text: string | null
  created_at: Date
  updated_at: Date
}

const find = `
  select id, agent_id, name, labels, source, spec, text, revision, created_by, created_at, updated_at
  from core.logging_backends where id = $1 and deleted_at is null`

const named = `
  select id from core.logging_backends where agent_id = $1 and name = $2 and deleted_at is null`

/** The verbs on log backends. Routes check permissions before they call them. */
export function createLogBackendVerbs({ pool, parser, secrets, clock }: LogBackendDependencies) {
  return createSpecVerbs(
    { pool, secrets },
    {
      noun: 'log backend',
      plural: 'log backends',
      metadata: logBackendMetadata,
      parser,
      find,
      named: ({ name }) => ({ text: named, values: [LOCAL_AGENT_ID, name] }),
      // Source: SET-037.
      requireEditable({ source }: LogBackendRow) {
        if (!isEditableSource(source))
          throw new RequestError('ECONFLICT', 'This log backend has a source and cannot be changed here')
      },
      save: (client, input) => saveLogBackend(client, { types: parser.types, secrets }, input),
      remove: (client, id, by) => removeLogBackend(client, { now: clock.now(), by }, id),
      show: (row, shown): EditableLogBackend => ({ ...row, ...shown }),
    },
  )
}

export type LogBackendVerbs = ReturnType<typeof createLogBackendVerbs>
