import { isEditableSource, UI_SOURCE } from '@binnacle/contract/core'
import type { Canary, EditableCanary } from '@binnacle/contract/health'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { maskSpec } from '../../../platform/specs/stored-spec.ts'
import { shownTo } from '../../../platform/specs/variables.ts'
import { createSpecVerbs } from '../../../platform/specs/verbs.ts'
import { canaryMetadata, type CanaryParser } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { forgetFile, isFileRead } from '../files/stored.ts'
import { specParser } from './read-spec.ts'
import { removeCanaries } from './remove.ts'
import { saveCanary } from './save.ts'
import { filePath } from './source.ts'

export interface CanaryDependencies {
  pool: Pool
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
  clock: Clock
}

type Sourced = Pick<Canary, 'source'>

const columns = [
  'id',
  'name',
  'namespace',
  'labels',
  'annotations',
  'source',
  'spec',
  'agent_id',
  'created_by',
  'created_at',
  'updated_at',
] as const

const inUse = (connection: Connection) =>
  tablesOn(connection).selectFrom('core.canaries').where('deleted_at', 'is', null)

const find = (connection: Connection, id: string) =>
  inUse(connection)
    .select(columns)
    .select(['revision', 'text'])
    .select((expressions) =>
      expressions
        .selectFrom('core.agents as agents')
        .select(
          fragment<EditableCanary['agent']>`jsonb_build_object('id', agents.id, 'name', agents.name)`.as(
            'agent',
          ),
        )
        .whereRef('agents.id', '=', 'core.canaries.agent_id')
        .as('agent'),
    )
    .where('id', '=', id)

function requireEditable({ source }: Sourced): void {
  if (isEditableSource(source)) return
  const path = filePath(source)
  throw new RequestError(
    'ECONFLICT',
    path === undefined
      ? 'This canary belongs to Binnacle itself and cannot be changed'
      : `This canary comes from the file ${path}; change it there`,
  )
}

/** Refuses to remove a canary of a file that a process still reads: it would return at once. */
async function requireRemovable(client: ClientBase, canary: Sourced): Promise<void> {
  const path = filePath(canary.source)
  if (path === undefined || (await isFileRead(client, path))) requireEditable(canary)
  else await forgetFile(client, path)
}

/** The verbs on canaries. Routes check permissions before they call them. */
export function createCanaryVerbs(dependencies: CanaryDependencies) {
  const { pool, types, secrets, clock } = dependencies
  return {
    ...createSpecVerbs(
      { pool, secrets },
      {
        noun: 'canary',
        plural: 'canaries',
        resource: 'canaries',
        metadata: canaryMetadata,
        parser: specParser(dependencies),
        find,
        named: (connection, { name, namespace }) =>
          inUse(connection)
            .select('id')
            .where('name', '=', name)
            .where('namespace', '=', namespace)
            .where(({ fn }) => fn.coalesce('source', fragment.lit(UI_SOURCE)), '=', UI_SOURCE),
        requireEditable: (row) => requireEditable(row),
        requireRemovable: (client, row) => requireRemovable(client, row),
        save: async (client, input) =>
          (await saveCanary(client, { types, secrets, now: clock.now() }, input)).id,
        remove: (client, id, by) => removeCanaries(client, { now: clock.now(), by }, [id]),
        show: (row, shown): EditableCanary => ({ ...row, ...shown }),
      },
    ),

    async list(actor: Actor): Promise<Canary[]> {
      const rows = await inUse(pool).select(columns).orderBy('name').orderBy('id').limit(1_000).execute()
      return rows.map((row) => ({
        ...row,
        spec: shownTo(actor, 'canaries', maskSpec(types, row.spec)),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      }))
    },
  }
}

export type CanaryVerbs = ReturnType<typeof createCanaryVerbs>
