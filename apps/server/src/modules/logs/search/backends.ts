import { fail, type Result, succeed } from '@binnacle/contract/core'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { LogBackendParser, ParsedLogBackend } from '../spec/backend.ts'
import { readableBackends } from '../readers/rights.ts'
import type { LogDependencies } from './entry.ts'

/** A stored log backend that can be asked. */
export interface OpenLogBackend extends Columns<'core.logging_backends', 'id' | 'name'> {
  spec: ParsedLogBackend
  /** Whether the person who asks may read its lines. */
  isReadable: boolean
}

type StoredBackend = Columns<'core.logging_backends', 'id' | 'name' | 'revision' | 'spec'> & {
  is_readable: boolean
}

/** Reads the stored log backends. */
export interface LogBackends {
  /** All of them by name, and sentences about those of the person that cannot be read. */
  all(actor: Actor): Promise<{ backends: OpenLogBackend[]; problems: string[] }>
  /** The backend with this id; undefined if missing, and for who may not read its lines. */
  find(id: string, actor: Actor): Promise<Result<OpenLogBackend, string> | undefined>
}

/** Makes what reads log backends. It keeps parsed specs until they are saved again. */
export function createLogBackends(
  { pool, secrets, log }: Pick<LogDependencies, 'pool' | 'secrets' | 'log'>,
  parser: LogBackendParser,
): LogBackends {
  const inUse = (actor: Actor) => sql`
    select id, name, revision, spec, ${readableBackends(actor, log)('backend')} as is_readable
    from core.logging_backends as backend where deleted_at is null`
  const cache = new Map<string, { revision: string; parsed: Result<ParsedLogBackend, string> }>()

  async function open(row: StoredBackend): Promise<Result<OpenLogBackend, string>> {
    const { id, name, revision, spec, is_readable: isReadable } = row
    const known = cache.get(id)
    const parsed = known?.revision === revision ? known.parsed : await openSpec(parser, secrets, spec)
    cache.set(id, { revision, parsed })
    return parsed.ok
      ? succeed({ id, name, spec: parsed.value, isReadable })
      : fail(`${name}: ${parsed.failure}`)
  }

  return {
    async all(actor) {
      const { rows } = await pool.query<StoredBackend>(sql`${inUse(actor)} order by name`)
      const present = new Set(rows.map(({ id }) => id))
      for (const id of cache.keys()) if (!present.has(id)) cache.delete(id)
      const opened = await Promise.all(rows.map(open))
      return {
        backends: opened.flatMap((one) => (one.ok ? [one.value] : [])),
        problems: opened.flatMap((one, place) =>
          one.ok || rows[place]?.is_readable !== true ? [] : [one.failure],
        ),
      }
    },
    async find(id, actor) {
      const { rows } = await pool.query<StoredBackend>(sql`${inUse(actor)} and id = ${id}`)
      const [row] = rows
      return row?.is_readable === true ? open(row) : undefined
    },
  }
}
