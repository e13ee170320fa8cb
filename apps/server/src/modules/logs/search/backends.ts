import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { LogBackendParser, ParsedLogBackend } from '../spec/backend.ts'
import type { LogDependencies } from './entry.ts'

/** A stored log backend that can be asked. */
export interface OpenLogBackend extends Columns<'core.logging_backends', 'id' | 'name'> {
  spec: ParsedLogBackend
}

type StoredBackend = Columns<'core.logging_backends', 'id' | 'name' | 'revision' | 'spec'>

/** Reads the stored log backends. */
export interface LogBackends {
  /** All of them by name, and sentences about those that cannot be read. */
  all(): Promise<{ backends: OpenLogBackend[]; problems: string[] }>
  /** The backend with this id; undefined if missing. */
  find(id: string): Promise<Result<OpenLogBackend, string> | undefined>
}

/** Makes what reads log backends. It keeps parsed specs until they are saved again. */
export function createLogBackends(
  { pool, secrets }: Pick<LogDependencies, 'pool' | 'secrets'>,
  parser: LogBackendParser,
): LogBackends {
  const inUse = tablesOn(pool)
    .selectFrom('core.logging_backends')
    .select(['id', 'name', 'revision', 'spec'])
    .where('deleted_at', 'is', null)
  const cache = new Map<string, { revision: string; parsed: Result<ParsedLogBackend, string> }>()

  async function open({ id, name, revision, spec }: StoredBackend): Promise<Result<OpenLogBackend, string>> {
    const known = cache.get(id)
    const parsed = known?.revision === revision ? known.parsed : await openSpec(parser, secrets, spec)
    cache.set(id, { revision, parsed })
    return parsed.ok ? succeed({ id, name, spec: parsed.value }) : fail(`${name}: ${parsed.failure}`)
  }

  return {
    async all() {
      const rows = await inUse.orderBy('name').execute()
      const present = new Set(rows.map(({ id }) => id))
      for (const id of cache.keys()) if (!present.has(id)) cache.delete(id)
      const opened = await Promise.all(rows.map(open))
      return {
        backends: opened.flatMap((one) => (one.ok ? [one.value] : [])),
        problems: opened.flatMap((one) => (one.ok ? [] : [one.failure])),
      }
    },
    async find(id) {
      const row = await inUse.where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : open(row)
    },
  }
}
