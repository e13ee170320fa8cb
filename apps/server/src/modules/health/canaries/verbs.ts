import { isEditableSource, UI_SOURCE } from '@binnacle/contract/core'
import type { Canary, EditableCanary } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { maskSpec } from '../../../platform/specs/stored-spec.ts'
import { createSpecVerbs } from '../../../platform/specs/verbs.ts'
import { canaryMetadata, type CanaryParser } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
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

const columns = `id, name, namespace, labels, annotations, source, spec, agent_id, created_by, created_at, updated_at`

const find = `
  select ${columns}, revision, text,
    (select jsonb_build_object('id', agents.id, 'name', agents.name) from core.agents where agents.id = agent_id) as agent
  from core.canaries where id = $1 and deleted_at is null`

const named = `
  select id from core.canaries
  where name = $1 and namespace = $2 and coalesce(source, $3) = $3 and deleted_at is null`

type ListedRow = Omit<Canary, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }
type CanaryRow = ListedRow & Pick<EditableCanary, 'revision' | 'agent'> & { text: string | null }

function requireEditable({ source }: CanaryRow): void {
  if (isEditableSource(source)) return
  const path = filePath(source)
  throw new RequestError(
    'ECONFLICT',
    path === undefined
      ? 'This canary belongs to Binnacle itself and cannot be changed'
      : `This canary comes from the file ${path}; change it there`,
  )
}

const readers = `
  select from core.processes, unnest(canary_paths) as root
  where root = $1 or starts_with($1, rtrim(root, '/') || '/')`

/** Refuses to remove a canary of a file that a process still reads: it would return at once. */
async function requireRemovable(client: ClientBase, canary: CanaryRow): Promise<void> {
  const path = filePath(canary.source)
  if (path === undefined || (await client.query(readers, [path])).rows.length > 0) requireEditable(canary)
  else await client.query('delete from core.canary_files where path = $1', [path])
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
        metadata: canaryMetadata,
        parser: specParser(dependencies),
        find,
        named: ({ name, namespace }) => ({ text: named, values: [name, namespace, UI_SOURCE] }),
        requireEditable,
        requireRemovable,
        save: async (client, input) =>
          (await saveCanary(client, { types, secrets, now: clock.now() }, input)).id,
        remove: (client, id, by) => removeCanaries(client, { now: clock.now(), by }, [id]),
        show: (row, shown): EditableCanary => ({ ...row, ...shown }),
      },
    ),

    async list(): Promise<Canary[]> {
      const { rows } = await pool.query<ListedRow>(
        `select ${columns} from core.canaries where deleted_at is null order by name, id limit 1000`,
      )
      return rows.map((row) => ({
        ...row,
        spec: maskSpec(types, row.spec),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      }))
    },
  }
}

export type CanaryVerbs = ReturnType<typeof createCanaryVerbs>
